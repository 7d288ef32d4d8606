// SPDX-License-Identifier: BSD-3-Clause
// Habits of MPI_Init: what it needs, how long it takes, what it does to forks.
#pragma once

#include "reference/engine/core/engine.hpp"
#include "reference/variants/variant.hpp"

namespace mpit {

/// What MPI_Init does first. May end the process.
void start_as(const Variant& variant, Engine& engine);

/// What MPI_Finalize does first.
void end_as(const Variant& variant, Engine& engine);

}  // namespace mpit
