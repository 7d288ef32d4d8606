// SPDX-License-Identifier: BSD-3-Clause
// The clock of timers and of all event sources.
#pragma once

#include <chrono>
#include <cstdint>

namespace mpit {

/// Nanoseconds, never going back. Signal-safe, any thread.
inline std::int64_t steady_nanoseconds() noexcept {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

}  // namespace mpit
