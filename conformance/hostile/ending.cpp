// SPDX-License-Identifier: BSD-3-Clause
// Libraries that end their process, or never let it end.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {
namespace {

void raise_by_default(int number) {
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

std::vector<Act> acts_of_ending() {
  return {
      {"hang", "Does not return", [] { sleep_forever(); }, late, late, late},
      {"spin", "Computes for ever", spin, late, late, late},
      {"hang_at_exit", "Hangs at the end of the process", [] { std::atexit(sleep_forever); },
       broken, broken, broken},
      {"crash_at_exit", "Crashes at the end of the process",
       [] { std::atexit([] { raise_by_default(SIGSEGV); }); }, broken, broken, broken},
      {"exit_0_at_exit", "Says at the end that all is well",
       [] { std::atexit([] { ::_exit(0); }); }, broken, broken, broken},
      {"segv", "Dies by SIGSEGV", [] { raise_by_default(SIGSEGV); }, died, died, died_launched},
      {"abort", "Aborts", [] { std::abort(); }, died, died, died_launched},
      {"exit_0", "exit(0)", [] { std::exit(0); }, left, broken, left},
      {"exit_3", "exit(3)", [] { std::exit(3); }, left, broken, left},
      {"exit_99", "_exit(99), as children of ours that threw", [] { ::_exit(99); }, left, broken,
       left},
      {"leave_0", "_exit(0)", [] { ::_exit(0); }, left, broken, left},
      {"leave_77", "_exit(77), as tests do that are skipped", [] { ::_exit(77); }, left, broken,
       left},
      {"throw", "Throws a std::exception", [] { throw std::runtime_error("all is well"); }, died,
       died, died_launched},
      {"throw_other", "Throws an int", [] { throw 0; }, died, died, died_launched},
  };
}

}  // namespace mpitcheck::hostile
