// SPDX-License-Identifier: BSD-3-Clause
// Finds and ends all descendants of a process, including those in other sessions. Linux only
// (/proc).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace mpitcheck {

/// The descendants of `ancestor`, without zombies. The list is complete only if `ancestor` is a
/// subreaper.
std::vector<pid_t> descendants(pid_t ancestor);

/// Bytes of resident memory of these processes, without files and shared memory.
std::uint64_t own_memory(const std::vector<pid_t>& processes);

/// The processor time that a process used, and whether it needs more.
struct Demand {
  std::uint64_t used = 0;  ///< processor time in ticks, including threads and ended children
  bool wants_more =
      false;  ///< a thread other than the calling one runs, or waits for a processor or a disk
};

/// The demand of a process; all zero if there is no such process.
Demand demand_of(pid_t process);

/// Sends SIGSTOP to all of these processes, then SIGKILL.
void kill_hard(const std::vector<pid_t>& processes);

}  // namespace mpitcheck
