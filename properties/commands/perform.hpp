// SPDX-License-Identifier: BSD-3-Clause
// What each command does.
#pragma once

#include "properties/oracle/command.hpp"

namespace mpitcheck::properties {

class CaseState;

namespace commands {
/// One function per command: makes its calls on the target and judges them. Returns false if there
/// was nothing to call it on.
#define MPITCHECK_COMMAND(id, operands) bool id(CaseState& state, const Command& command);
#include "properties/oracle/kinds.inc"
#undef MPITCHECK_COMMAND
}  // namespace commands

/// Makes the calls of a command.
bool perform(CaseState& state, const Command& command);

/// Reads the handle of each pvar: what is wrong about a value then shows behind the command that
/// did it.
void read_every(CaseState& state);

}  // namespace mpitcheck::properties
