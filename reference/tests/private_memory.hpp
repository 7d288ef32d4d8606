// SPDX-License-Identifier: BSD-3-Clause
// How much memory this process takes.
#pragma once

#include <malloc.h>

#include <fstream>
#include <string>

namespace mpit {

/// KiB in use that are not shared with others and no file's, exact to the page (Private_Dirty of
/// /proc/self/smaps_rollup), without what malloc only keeps for later; -1 if the system does not
/// tell.
inline long private_kib() {
  malloc_trim(0);
  std::ifstream rollup("/proc/self/smaps_rollup");
  std::string word;
  while (rollup >> word) {
    long kib = 0;
    if (word == "Private_Dirty:" && rollup >> kib) return kib;
  }
  return -1;
}

}  // namespace mpit
