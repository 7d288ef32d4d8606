// SPDX-License-Identifier: BSD-3-Clause
// The clock of all time limits. It stops while the machine is busy with other processes
// (docs/time-limits.md).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mpitcheck {

/// The time, in seconds, that the machine gave to processes. While all threads sleep, it is wall
/// time. While a thread runs or waits for a processor or a disk, it is the processor time of the
/// busiest process. look() must be called a few times a second. Not thread-safe.
class GivenTime {
 public:
  /// Adds the time since the last look, or since construction. `processes` are all processes that
  /// the clock measures. The calling thread does not count.
  void look(const std::vector<pid_t>& processes);
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point last_ = Clock::now();
  std::unordered_map<pid_t, std::uint64_t> used_;  // processor time in ticks, at the last look
  double seconds_ = 0;
};

/// The number of runnable threads per processor, from 1 to most_crowded. It estimates by what
/// factor work takes longer than on an idle machine. Verdicts must not depend on it.
double crowding();
inline constexpr double most_crowded = 20;

}  // namespace mpitcheck
