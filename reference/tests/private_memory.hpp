// SPDX-License-Identifier: BSD-3-Clause
// How much memory this process takes.
#pragma once

#include <malloc.h>

#include <fstream>
#include <string>

namespace mpit {

/// KiB in use that are no file's, exact to the page (Anonymous of /proc/self/smaps_rollup), without
/// what malloc only keeps for later; -1 if the system does not tell. Private_Dirty would not do:
/// the pages of a program that was just linked move there when another process that runs it ends.
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
