// SPDX-License-Identifier: BSD-3-Clause
// Reading /proc.
#include "stress/control/footprint.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "harness/test.hpp"

namespace mpitcheck::stress {

Footprint Footprint::now() {
  Footprint footprint{0, 0};
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;) {
    if (word == "Anonymous:") file >> footprint.kibibytes;
  }
  if (footprint.kibibytes == 0) throw CannotGoOn("a system with /proc/self/smaps_rollup");
  const std::filesystem::directory_iterator descriptors("/proc/self/fd");
  footprint.descriptors = static_cast<int>(std::distance(begin(descriptors), end(descriptors)));
  return footprint;
}

}  // namespace mpitcheck::stress
