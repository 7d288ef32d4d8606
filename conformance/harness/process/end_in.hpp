// SPDX-License-Identifier: BSD-3-Clause
// A process that ends in time whatever the library does. Not by alarm(): its signal and its timer
// may be the library's.
#pragma once

#include <time.h>

#include <csignal>

namespace mpitcheck {

/// Ends this process in so many seconds, and none that it forks.
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
