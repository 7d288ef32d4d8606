// SPDX-License-Identifier: BSD-3-Clause
// The clock that limits go by, so that a loaded machine makes nobody late.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mpitcheck {

/// The time that the machine gave to processes: while one of their threads has a processor, or all
/// sleep, it goes on; while one waits for a processor or a disk, it stands still. It is sampled by
/// look(), which is called a few times a second.
class GivenTime {
 public:
  /// Takes in the time since the last look, or since this clock was made. `processes` are all that
  /// it is about; the calling thread, if it is among them, is left out.
  void look(const std::vector<pid_t>& processes);
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point last_ = Clock::now();
  std::unordered_map<pid_t, std::uint64_t> used_;  // ticks of processor time, at the last look
  double seconds_ = 0;
};

/// How long work takes on this machine now, in times of what it takes on an idle one: threads that
/// want a processor for each processor, from 1 to most_crowded. For limits of effort, on which no
/// verdict rests.
double crowding();
inline constexpr double most_crowded = 20;

}  // namespace mpitcheck
