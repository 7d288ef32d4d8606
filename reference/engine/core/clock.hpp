// SPDX-License-Identifier: BSD-3-Clause
// The clock of timers and of all event sources.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace mpit {

/// Monotonic nanoseconds. Signal-safe, any thread.
inline std::int64_t steady_nanoseconds() noexcept {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

/// steady_nanoseconds(), ordered before the thread's next loads. x86-64 alone orders it only after
/// earlier loads. See memory-order.md.
inline std::int64_t steady_nanoseconds_before_loads() noexcept {
  const std::int64_t now = steady_nanoseconds();
#if defined(__x86_64__)
  asm volatile("lfence" ::: "memory");
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
  return now;
}

}  // namespace mpit
