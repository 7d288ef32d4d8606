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

/// The time that the machine gave to processes. It advances while one of their threads has a
/// processor or all of them sleep, and stops while one waits for a processor or a disk. look()
/// samples it a few times a second.
class GivenTime {
 public:
  /// Adds the time since the last look, or since construction. `processes` are all processes that
  /// the clock measures. The calling thread is left out if it is one of them.
  void look(const std::vector<pid_t>& processes);
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point last_ = Clock::now();
  std::unordered_map<pid_t, std::uint64_t> used_;  // processor time in ticks, at the last look
  double seconds_ = 0;
};

/// The factor by which work takes longer now than on an idle machine: runnable threads per
/// processor, from 1 to most_crowded. For limits of effort, on which no verdict depends.
double crowding();
inline constexpr double most_crowded = 20;

}  // namespace mpitcheck
