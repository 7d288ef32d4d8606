// SPDX-License-Identifier: BSD-3-Clause
// Changes that a library makes to its process: threads, signal handlers, scheduler.
#pragma once

#include <string>
#include <vector>

namespace mpitcheck {

/// The state of a process that a library may have changed.
struct Surroundings {
  std::size_t threads = 0;            // of this process
  std::vector<std::string> handlers;  // signals with a handler, "SIGSEGV"
  std::string scheduler;  // what replaces the system's threads: "sched_yield in libx.so"; or ""
};

/// The surroundings of this process now.
Surroundings surroundings();

}  // namespace mpitcheck
