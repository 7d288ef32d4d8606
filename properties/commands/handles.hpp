// SPDX-License-Identifier: BSD-3-Clause
// Frees objects, with judgement: for commands and for cleaning up after a case.
#pragma once

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

void free_handle(CaseState& state, PvarUse& use);
/// Frees the session's handles first, since the fate of live ones is open (A5).
void free_session(CaseState& state, Session& session);
void free_cvar_handle(CaseState& state, CvarUse& use);

}  // namespace mpitcheck::properties
