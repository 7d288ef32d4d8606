// SPDX-License-Identifier: BSD-3-Clause
// Freeing, as commands and the tidying up after a case do it; judged.
#pragma once

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

void free_handle(CaseState& state, PvarUse& use);
/// Frees the session's handles first: what becomes of live ones is open (A5).
void free_session(CaseState& state, Session& session);
void free_cvar_handle(CaseState& state, CvarUse& use);

}  // namespace mpitcheck::properties
