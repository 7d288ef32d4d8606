// SPDX-License-Identifier: BSD-3-Clause
// The effects of all commands.
#pragma once

#include "properties/oracle/command.hpp"

namespace mpitcheck::properties {

class CaseState;

namespace commands {
/// One function per command: makes its calls on the target and judges them. Returns false if there
/// was no object for the call.
#define MPITCHECK_COMMAND(id, operands) bool id(CaseState& state, const Command& command);
#include "properties/oracle/kinds.inc"
#undef MPITCHECK_COMMAND
}  // namespace commands

/// Makes the calls of a command.
bool perform(CaseState& state, const Command& command);

/// Reads the handle of each pvar, so that a wrong value is found right after the command that
/// caused it.
void read_every(CaseState& state);

}  // namespace mpitcheck::properties
