// SPDX-License-Identifier: BSD-3-Clause
// Finding and ending all descendants of a process, wherever they have moved. Linux only (/proc).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace mpitcheck {

/// The descendants of `ancestor`, without zombies. The list is complete, because the caller is a
/// subreaper.
std::vector<pid_t> descendants(pid_t ancestor);

/// Bytes of private memory of these processes, without files and shared memory.
std::uint64_t own_memory(const std::vector<pid_t>& processes);

/// The processor time that a process had, and whether it needs more.
struct Demand {
  std::uint64_t used = 0;  ///< processor time in ticks, including threads and ended children
  bool wants_more =
      false;  ///< a thread other than the calling one runs, or waits for a processor or a disk
};

/// Empty if there is no such process.
Demand demand_of(pid_t process);

/// Stops, then kills the given processes.
void kill_hard(const std::vector<pid_t>& processes);

}  // namespace mpitcheck
