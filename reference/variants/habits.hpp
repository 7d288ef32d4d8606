// SPDX-License-Identifier: BSD-3-Clause
// What libraries do beside what they are asked for: control variables with a mind of their own, a
// thread in the background, a start that takes its time.
#pragma once

#include <atomic>

#include "reference/engine/core/engine.hpp"
#include "reference/variants/variant.hpp"

namespace mpit {

/// Lets the variable, unless it is CONSTANT or kept by a component, change by itself at each third
/// read, or writes become what the variable supports, as the variant has it.
void give_habits(CvarSpec& spec, const Variant& variant);

/// A control variable got a value that does harm, as the variant has it: whoever sends a message
/// from then on ends.
inline std::atomic<bool> is_harmed = false;

/// Variables that move in the background, and the thread that moves them, in forked processes too.
void start_background(Engine& engine, const Variant& variant);

/// What MPI_Init, or MPI_Finalize, does first: it takes its time, or ends the process if this is
/// not the thread that began it.
void come_up(const Variant& variant);
void go_down(const Variant& variant);

}  // namespace mpit
