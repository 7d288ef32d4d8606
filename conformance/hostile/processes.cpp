// SPDX-License-Identifier: BSD-3-Clause
// Libraries that end their process or hang it, that start processes or end other ones, and that
// change how signals are handled.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "conformance/hostile/act.hpp"

namespace mpitcheck::hostile {

namespace {

void raise_by_default(int number) {
  std::signal(number, SIG_DFL);
  std::raise(number);
}

constexpr int most_children = 20;

void leave_daemon() {
  if (::fork() != 0) return;
  ::setsid();
  std::signal(SIGTERM, SIG_IGN);
  if (::fork() != 0) ::_exit(0);
  sleep_forever();
}

/// Each child forks a successor on SIGTERM. The number of children is limited, unlike in a real
/// fork bomb.
void fork_on() {
  for (int i = 0; i < most_children; ++i) {
    if (::fork() != 0) continue;
    std::signal(SIGTERM, [](int) {
      if (::fork() != 0) ::_exit(0);
    });
    sleep_forever();
  }
}

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

std::vector<Act> acts_of_ending() {
  return {
      {"hang", "Does not return", [] { sleep_forever(); }, late, late, late},
      {"spin", "Computes without end", spin, late, late, late},
      {"hang_at_exit", "Hangs at the end of the process", [] { std::atexit(sleep_forever); },
       broken, broken, broken},
      {"crash_at_exit", "Crashes at the end of the process",
       [] { std::atexit([] { raise_by_default(SIGSEGV); }); }, broken, broken, broken},
      {"exit_0_at_exit", "Calls exit(0) at the end of the process",
       [] { std::atexit([] { ::_exit(0); }); }, broken, broken, broken},
      {"segv", "Dies by SIGSEGV", [] { raise_by_default(SIGSEGV); }, died, died, died_launched},
      {"abort", "Aborts", [] { std::abort(); }, died, died, died_launched},
      {"exit_0", "exit(0)", [] { std::exit(0); }, left, broken, left},
      {"exit_3", "exit(3)", [] { std::exit(3); }, left, broken, left},
      {"exit_99", "_exit(99), as our own children do after an exception", [] { ::_exit(99); }, left,
       broken, left},
      {"leave_0", "_exit(0)", [] { ::_exit(0); }, left, broken, left},
      {"leave_77", "_exit(77), as skipped tests do", [] { ::_exit(77); }, left, broken, left},
      {"throw", "Throws a std::exception", [] { throw std::runtime_error("all is well"); }, died,
       died, died_launched},
      {"throw_other", "Throws an int", [] { throw 0; }, died, died, died_launched},
  };
}

std::vector<Act> acts_of_processes() {
  return {
      {"fork", "Leaves a child behind",
       [] {
         if (::fork() == 0) sleep_forever();
       },
       broken, broken, broken},
      {"daemon", "Leaves a daemon that ignores SIGTERM", leave_daemon, broken, broken, broken},
      {"fork_bomb", "Leaves twenty children that fork when asked to end", fork_on, broken, broken,
       broken},
      {"kill_group", "Kills its process group", [] { ::kill(0, SIGKILL); }, died, died,
       died_launched},
      {"terminate_group", "Sends SIGTERM to its process group", [] { ::kill(0, SIGTERM); }, died,
       died, died_launched},
      // Alone, the parent is the runner's supervisor, so nothing can report what ended it.
      {"kill_parent",
       "Kills its parent",
       [] { ::kill(::getppid(), SIGKILL), sleep_forever(); },
       {"error"},
       died,
       {"crash", "early-exit", "error", "timeout"}},
      {"signal_parent",
       "Sends its parent SIGTERM, SIGINT and SIGCHLD",
       [] {
         for (const int number : {SIGTERM, SIGINT, SIGCHLD}) ::kill(::getppid(), number);
       },
       broken,
       {"crash", "fail", "inconclusive"},  // by what SIGTERM interrupts
       {"crash", "early-exit", "fail"}},
  };
}

std::vector<Act> acts_of_signals() {
  return {
      {"hang_ignoring_all", "Ignores each signal and hangs",
       [] { handle_all(SIG_IGN), sleep_forever(); }, late, late, late},
      {"hang_blocking_all", "Blocks each signal and hangs", [] { block_all(), sleep_forever(); },
       late, late, late},
      {"ignore_signals", "Leaves each signal ignored", [] { handle_all(SIG_IGN); }, broken, broken,
       broken},
      {"block_signals", "Leaves each signal blocked", block_all, broken, broken, broken},
      {"segv_handled", "Faults without end, because its handler returns", go_on_after_faults, late,
       late, late},
      {"segv_blocked", "Faults with each signal blocked", [] { block_all(), touch_nothing(); },
       died, died, died_launched},
      // Some launchers continue a stopped process when they end it.
      {"stop", "Stops itself", [] { std::raise(SIGSTOP); }, late, late, {"timeout", "fail"}},
  };
}

}  // namespace mpitcheck::hostile
