// SPDX-License-Identifier: BSD-3-Clause
// A memory barrier that one thread pays for all.
#pragma once

#include <atomic>

namespace mpit {

/// On the frequent side, between a store and the loads that follow it: keeps the compiler from
/// changing their order. No instruction.
inline void light_barrier() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// On the rare side, between what it stored and what it loads: every other thread passes a full
/// barrier meanwhile. What it stored before its light_barrier is seen from here on, or its loads
/// after it see what was stored before this call. Signal-safe.
void heavy_barrier() noexcept;

}  // namespace mpit
