// SPDX-License-Identifier: BSD-3-Clause
// Variants of MPI_Init: its requirements, its duration and its effects on forked processes.
#pragma once

#include "reference/engine/core/engine.hpp"
#include "reference/variants/variant.hpp"

namespace mpit {

/// The variant's effects at the beginning of MPI_Init. Ends the process if mpiexec is required
/// (Variant::launcher_only) and did not start it.
void add_start_effects(const Variant& variant, Engine& engine);

/// Reverts the effects on forked processes, at the beginning of MPI_Finalize.
void remove_start_effects(const Variant& variant, Engine& engine);

}  // namespace mpit
