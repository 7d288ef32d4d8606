// SPDX-License-Identifier: BSD-3-Clause
// Freeing, as commands and the tidying up after a case do it; judged.
#pragma once

#include "properties/oracle/world.hpp"

namespace mpitcheck::properties {

void free_handle(World& world, PvarUse& use);
/// Frees the session's handles first: what becomes of live ones is open (A5).
void free_session(World& world, Session& session);
void free_cvar_handle(World& world, CvarUse& use);

}  // namespace mpitcheck::properties
