// SPDX-License-Identifier: BSD-3-Clause
// The list of acts, and what a library can find out about the test that it is loaded into.
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "conformance/hostile/act.hpp"

namespace mpitcheck::hostile {

std::vector<Act> all_acts() {
  std::vector<Act> acts{
      {"nothing", "Does no harm", [] {}, {"pass"}, {"pass"}, {"pass"}, false},
      {"wrong_answer", "Only returns wrong results", [] {}, {"fail"}, {"fail"}, {"fail"}}};
  for (const auto& more :
       {acts_of_ending(), acts_of_signals(), acts_of_processes(), acts_of_memory(),
        acts_of_descriptors(), acts_of_output(), acts_of_surroundings()}) {
    acts.insert(acts.end(), more.begin(), more.end());
  }
  return acts;
}

void sleep_forever() {
  for (;;) ::pause();
}

void yield_to_others() { [[maybe_unused]] const int niceness = ::nice(19); }

void spin() {
  yield_to_others();
  for (volatile unsigned turn = 0;;) turn = turn + 1;
}

std::string option_of_process(std::string_view name) {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(file, word, '\0');) {
    if (word == name && std::getline(file, word, '\0')) return word;
  }
  return {};
}

}  // namespace mpitcheck::hostile
