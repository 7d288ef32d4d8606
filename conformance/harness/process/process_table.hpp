// SPDX-License-Identifier: BSD-3-Clause
// Finding and ending all descendants of a process, wherever they have moved. Linux only (/proc).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace mpitcheck {

/// Processes whose ancestry leads to `ancestor`, zombies left out. The caller is a subreaper, so
/// that this is complete.
std::vector<pid_t> descendants(pid_t ancestor);

/// Bytes of memory that belong to these processes alone, without files and what is shared.
std::uint64_t own_memory(const std::vector<pid_t>& processes);

/// What a process got of the machine and still wants.
struct Demand {
  std::uint64_t used = 0;  ///< ticks of processor time: its own, of its threads and ended children
  bool wants_more =
      false;  ///< some thread, the calling one aside, runs, or waits for processor or disk
};

/// All nothing if there is no such process.
Demand demand_of(pid_t process);

/// Stops, then kills the given processes.
void kill_hard(const std::vector<pid_t>& processes);

}  // namespace mpitcheck
