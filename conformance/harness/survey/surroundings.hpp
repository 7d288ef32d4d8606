// SPDX-License-Identifier: BSD-3-Clause
// What a library brings into its process beside its functions.
#pragma once

#include <string>
#include <vector>

namespace mpitcheck {

struct Surroundings {
  std::size_t threads = 0;            // of this process
  std::vector<std::string> handlers;  // signals that have one, "SIGSEGV"
  std::string scheduler;  // how it replaces the system's threads: "sched_yield in libx.so"; or ""
};

/// Of this process, now.
Surroundings surroundings();

}  // namespace mpitcheck
