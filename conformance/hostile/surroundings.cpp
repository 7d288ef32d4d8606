// SPDX-License-Identifier: BSD-3-Clause
// Libraries that change what surrounds the process: limits, folders, variables.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {
namespace {

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit both{most, most};
  ::setrlimit(resource, &both);
}

/// As far as allowed; core files would come with the next crash.
void raise_limits() {
  for (const auto resource : {RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_STACK, RLIMIT_CPU}) {
    limit(resource, RLIM_INFINITY);
  }
  std::abort();
}

void remove_results() {
  std::error_code error;
  std::filesystem::remove_all(option_of_process("--result"), error);
}

void leave_folder() {
  if (::chdir("/") != 0) std::abort();
}

// Some MPIs want their variables in MPI_Init.
const Verdicts lost_mpi{"fail", "crash", "early-exit"};
const Verdicts ended{"crash", "timeout"};
const Verdicts short_of_memory{"crash", "early-exit", "error", "fail"};

}  // namespace

std::vector<Act> acts_of_surroundings() {
  return {
      {"few_descriptors",
       "Allows no new descriptors",
       [] { limit(RLIMIT_NOFILE, 0); },
       left,
       broken,
       {"early-exit", "crash"}},
      {"small_files", "Allows no file to grow", [] { limit(RLIMIT_FSIZE, 0); }, died, died,
       died_launched},
      {"little_memory", "Allows no more memory", [] { limit(RLIMIT_AS, 0); }, short_of_memory,
       short_of_memory, short_of_memory},
      {"little_time",
       "Allows itself a second, and computes for ever",
       [] { limit(RLIMIT_CPU, 1), spin(); },
       ended,
       ended,
       {"crash", "timeout", "early-exit"}},
      {"raise_limits", "Allows itself everything, then aborts", raise_limits, died, died,
       died_launched},
      {"other_folder", "Goes to another folder", leave_folder, broken, broken, broken},
      // The other process may come after that, and says that it cannot write.
      {"remove_results",
       "Removes the folder of the results",
       remove_results,
       left,
       left,
       {"early-exit", "error"}},
      {"clear_environment", "Clears the environment", [] { ::clearenv(); }, lost_mpi, broken,
       lost_mpi},
  };
}

}  // namespace mpitcheck::hostile
