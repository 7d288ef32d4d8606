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

/// Stops, then kills the given processes.
void kill_hard(const std::vector<pid_t>& processes);

}  // namespace mpitcheck
