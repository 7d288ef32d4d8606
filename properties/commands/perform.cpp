// SPDX-License-Identifier: BSD-3-Clause
#include "properties/commands/perform.hpp"

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

namespace {

constexpr bool (*performers[])(CaseState&, const Command&) = {
#define MPITCHECK_COMMAND(id, operands) &commands::id,
#include "properties/oracle/kinds.inc"
#undef MPITCHECK_COMMAND
};

}  // namespace

bool perform(CaseState& state, const Command& command) {
  // Calls while the interface is not initialized are undefined (errors-argument-checks-optional).
  const bool needs_tool = command.kind > Kind::traffic;
  if (needs_tool && state.inits == 0) return false;
  const Profiling interface(command.profiling);
  return performers[static_cast<std::size_t>(command.kind)](state, command);
}

}  // namespace mpitcheck::properties
