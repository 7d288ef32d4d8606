// SPDX-License-Identifier: BSD-3-Clause
// What a run is given where nothing is asked for.
#include "ci/mpitcheck/job/run_options.hpp"

#include <unistd.h>

namespace mpitcheck {

std::int64_t half_of_memory() {
  return static_cast<std::int64_t>(::sysconf(_SC_PHYS_PAGES)) / 2 * ::sysconf(_SC_PAGESIZE) >> 20U;
}

}  // namespace mpitcheck
