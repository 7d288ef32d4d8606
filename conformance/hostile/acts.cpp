// SPDX-License-Identifier: BSD-3-Clause
// The list of acts.
#include <unistd.h>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {

std::vector<Act> all_acts() {
  std::vector<Act> acts{
      {"nothing", "Is in order", [] {}, {"pass"}, {"pass"}, {"pass"}, false},
      {"wrong_answer", "Only answers wrongly", [] {}, {"fail"}, {"fail"}, {"fail"}}};
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

}  // namespace mpitcheck::hostile
