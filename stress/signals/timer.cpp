// SPDX-License-Identifier: BSD-3-Clause
// A POSIX timer per storm.
#include "stress/signals/timer.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace mpitcheck::stress {

int storm_signal() { return SIGPROF; }

void handle_storm(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(storm_signal(), &action, nullptr);
}

StormTimer::StormTimer(int rate) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = storm_signal();
  event.sigev_notify_thread_id = ::gettid();
  if (::timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0) {
    throw std::system_error(errno, std::generic_category(), "timer_create");
  }
  const long period = 1'000'000'000L / rate;
  const timespec step{period / 1'000'000'000L, period % 1'000'000'000L};
  const itimerspec times{step, step};
  ::timer_settime(timer_, 0, &times, nullptr);
}

StormTimer::~StormTimer() {
  // A signal that waits already still comes: the handler outlives the timer.
  ::timer_delete(timer_);
}

}  // namespace mpitcheck::stress
