// SPDX-License-Identifier: BSD-3-Clause
// Memory barriers in two halves: one that is passed all the time and costs nothing, and one that is
// passed rarely and pays for both.
#pragma once

#include <atomic>

namespace mpit {

namespace detail {

// Whether each light barrier has to be a full one. Protected: found without a detour, and a program
// that links a second engine must not share it.
#if defined(__GNUC__)
[[gnu::visibility("protected")]]
#endif
extern constinit std::atomic<bool>
    light_barriers_fence;

}  // namespace detail

/// Has the kernel send barriers for this process, if it will. Before the first of the barriers
/// below; again: no effect. Any thread, not in signal handlers.
void prepare_barriers() noexcept;

/// On the frequent side, between a store and the loads that follow it: keeps the compiler from
/// changing their order. No instruction but a test, as long as heavy_barrier can be heavy.
inline void light_barrier() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (detail::light_barriers_fence.load(std::memory_order_relaxed)) [[unlikely]]
    __sync_synchronize();  // a fence of <atomic> is refused by TSan builds
}

/// On the rare side, between what it stored and what it loads: every other thread passes a full
/// barrier meanwhile. What it stored before its light_barrier is seen from here on, or its loads
/// after it see what was stored before this call. Signal-safe.
void heavy_barrier() noexcept;

}  // namespace mpit
