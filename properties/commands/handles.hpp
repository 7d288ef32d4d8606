// SPDX-License-Identifier: BSD-3-Clause
// Frees objects and judges the calls: for commands, and for cleaning up after a case.
#pragma once

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

void free_handle(CaseState& state, PvarUse& use);
/// Frees the session's handles first. The standard does not define what happens to live ones (A5).
void free_session(CaseState& state, Session& session);
void free_cvar_handle(CaseState& state, CvarUse& use);

}  // namespace mpitcheck::properties
