// SPDX-License-Identifier: BSD-3-Clause
// Side effects of libraries: control variables that change or adjust their values, a background
// thread, signal handlers, and a slow MPI_Init.
#pragma once

#include <atomic>

#include "reference/engine/core/engine.hpp"
#include "reference/variants/variant.hpp"

namespace mpit {

/// Changes how the variable behaves, as Variant::restless_cvars, normalized_cvars, settled_cvars
/// and harmful_cvars say. No effect on variables that are CONSTANT or bound.
void add_side_effects(CvarSpec& spec, const Variant& variant);

/// Whether a tool wrote a harmful value (Variant::harmful_cvars). The next send then ends the
/// process.
inline std::atomic<bool> is_harmed = false;

/// Registers the variables of Variant::background_thread and starts the thread that updates them.
/// Forked processes start it again.
void start_background(Engine& engine, const Variant& variant);
/// Updates these variables once, if they exist. Signal-safe, any thread.
void move_background() noexcept;

/// The variant's side effects at the beginning of MPI_Init and of MPI_Finalize. Both end the
/// process if the variant requires the first thread (Variant::first_thread_only) and this is
/// another one.
void on_mpi_init(const Variant& variant);
void on_mpi_finalize(const Variant& variant);

}  // namespace mpit
