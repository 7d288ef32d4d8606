// SPDX-License-Identifier: BSD-3-Clause
// Memory barriers in two halves: a light one for the frequent side, which costs almost nothing, and
// a heavy one for the rare side, which pays for both.
#pragma once

#include <atomic>

namespace mpit {

namespace detail {

// Whether light barriers must be full ones. Protected visibility: access is direct, and a program
// with a second engine does not share it.
#if defined(__GNUC__)
[[gnu::visibility("protected")]]
#endif
extern constinit std::atomic<bool>
    light_barriers_fence;

}  // namespace detail

/// Asks the kernel to support barriers for this process. Call it before the barriers below; further
/// calls have no effect. Any thread, but not in signal handlers.
void prepare_barriers() noexcept;

/// On the frequent side, between a store and the loads after it: keeps the compiler from reordering
/// them. Costs only a test if heavy_barrier is supported.
inline void light_barrier() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (detail::light_barriers_fence.load(std::memory_order_relaxed)) [[unlikely]]
    __sync_synchronize();  // TSan builds reject a fence of <atomic>
}

/// On the rare side, between its stores and its loads: every other thread passes a full barrier
/// meanwhile. Either another thread's stores before its light_barrier are visible after this call,
/// or its loads after the light_barrier see the stores before this call. Signal-safe.
void heavy_barrier() noexcept;

}  // namespace mpit
