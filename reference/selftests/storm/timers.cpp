// SPDX-License-Identifier: BSD-3-Clause
// POSIX timers whose signals go to a thread.
#include "reference/selftests/storm/timers.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace storm {
namespace {

int timer_signal() { return SIGRTMIN; }

}  // namespace

void handle_timers(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(timer_signal(), &action, nullptr);
}

Timers::Timers(int number, long hertz) {
  const long period = 1'000'000'000 / hertz;
  for (int i = 0; i != number; ++i) {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = timer_signal();
    event.sigev_notify_thread_id = gettid();
    timer_t timer{};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) {
      throw std::system_error(errno, std::generic_category(), "timer_create");
    }
    timers_.push_back(timer);
    const itimerspec times{{0, period}, {0, 1 + period * (i + 1) / number}};
    timer_settime(timer, 0, &times, nullptr);
  }
}

Timers::~Timers() {
  // Signals that wait already still come: the handler must outlive the timers.
  for (timer_t timer : timers_) timer_delete(timer);
}

}  // namespace storm
