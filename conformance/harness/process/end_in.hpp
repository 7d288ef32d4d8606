// SPDX-License-Identifier: BSD-3-Clause
// A time limit that the library does not disturb. It does not use alarm(), because the library may
// use that signal and timer.
#pragma once

#include <time.h>

#include <csignal>

namespace mpitcheck {

/// Sends SIGKILL to this process after that many seconds of wall time. Forked children do not
/// inherit the timer. If no timer can be created, there is no limit.
inline void end_in(unsigned seconds) {
  sigevent at_end{};
  at_end.sigev_notify = SIGEV_SIGNAL;
  at_end.sigev_signo = SIGKILL;
  timer_t timer{};
  if (::timer_create(CLOCK_MONOTONIC, &at_end, &timer) != 0) return;
  itimerspec times{};
  times.it_value.tv_sec = seconds;
  ::timer_settime(timer, 0, &times, nullptr);
}

}  // namespace mpitcheck
