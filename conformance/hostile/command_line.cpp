// SPDX-License-Identifier: BSD-3-Clause
// What a library can learn of the test that it is loaded into.
#include <fstream>
#include <iterator>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {

std::string option_of_process(std::string_view name) {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(file, word, '\0');) {
    if (word == name && std::getline(file, word, '\0')) return word;
  }
  return {};
}

}  // namespace mpitcheck::hostile
