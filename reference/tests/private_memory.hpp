// SPDX-License-Identifier: BSD-3-Clause
// Measures the memory of this process.
#pragma once

#include <malloc.h>

#include <fstream>
#include <string>

namespace mpit {

/// Anonymous memory in KiB (Anonymous of /proc/self/smaps_rollup), without free memory of malloc.
/// -1 if unknown. Not Private_Dirty, which also grows by pages of the program's file when another
/// process of the program ends.
inline long private_kib() {
  malloc_trim(0);
  std::ifstream rollup("/proc/self/smaps_rollup");
  std::string word;
  while (rollup >> word) {
    long kib = 0;
    if (word == "Anonymous:" && rollup >> kib) return kib;
  }
  return -1;
}

}  // namespace mpit
