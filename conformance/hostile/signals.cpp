// SPDX-License-Identifier: BSD-3-Clause
// Libraries that change how signals are taken.
#include <csignal>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {
namespace {

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};

void handle_all(void (*handler)(int)) {
  for (int number = 1; number < NSIG; ++number) std::signal(number, handler);
}

void block_all() {
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
}

void touch_nothing() {
  volatile int* volatile nothing = nullptr;
  *nothing = 1;
}

void go_on_after_faults() {
  yield_to_others();
  for (const int number : faults) std::signal(number, [](int) {});
  touch_nothing();
}

}  // namespace

std::vector<Act> acts_of_signals() {
  return {
      {"hang_ignoring_all", "Ignores each signal and hangs",
       [] { handle_all(SIG_IGN), sleep_forever(); }, late, late, late},
      {"hang_blocking_all", "Blocks each signal and hangs", [] { block_all(), sleep_forever(); },
       late, late, late},
      {"ignore_signals", "Leaves each signal ignored", [] { handle_all(SIG_IGN); }, broken, broken,
       broken},
      {"block_signals", "Leaves each signal blocked", block_all, broken, broken, broken},
      {"segv_handled", "Faults for ever: its handler returns", go_on_after_faults, late, late,
       late},
      {"segv_blocked", "Faults with each signal blocked", [] { block_all(), touch_nothing(); },
       died, died, died_launched},
      // A launcher may wake what it is told to end.
      {"stop", "Stops itself", [] { std::raise(SIGSTOP); }, late, late, {"timeout", "fail"}},
  };
}

}  // namespace mpitcheck::hostile
