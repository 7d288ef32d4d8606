// SPDX-License-Identifier: BSD-3-Clause
// Libraries that start processes, or end those of others.
#include <unistd.h>

#include <csignal>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {
namespace {

constexpr int most_children = 20;

void leave_daemon() {
  if (::fork() != 0) return;
  ::setsid();
  std::signal(SIGTERM, SIG_IGN);
  if (::fork() != 0) ::_exit(0);
  sleep_forever();
}

/// Each child makes the next one as it is ended: limited, unlike a real one.
void fork_on() {
  for (int i = 0; i < most_children; ++i) {
    if (::fork() != 0) continue;
    std::signal(SIGTERM, [](int) {
      if (::fork() != 0) ::_exit(0);
    });
    sleep_forever();
  }
}

}  // namespace

std::vector<Act> acts_of_processes() {
  return {
      {"fork", "Leaves a child behind",
       [] {
         if (::fork() == 0) sleep_forever();
       },
       broken, broken, broken},
      {"daemon", "Leaves a daemon that ignores SIGTERM", leave_daemon, broken, broken, broken},
      {"fork_bomb", "Leaves twenty children that fork when told to end", fork_on, broken, broken,
       broken},
      {"kill_group", "Kills its process group", [] { ::kill(0, SIGKILL); }, died, died,
       died_launched},
      {"terminate_group", "Sends SIGTERM to its process group", [] { ::kill(0, SIGTERM); }, died,
       died, died_launched},
      // Alone, the parent is the runner's supervisor: who ended that nobody can say.
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
       died,
       {"crash", "early-exit", "fail"}},
  };
}

}  // namespace mpitcheck::hostile
