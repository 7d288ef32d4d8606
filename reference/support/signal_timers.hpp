// SPDX-License-Identifier: BSD-3-Clause
// Timers that send signals to a thread at a given rate.
#pragma once

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace mpit {

/// Installs `handler` for the signal. Interrupted system calls are restarted.
inline void handle_signal(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, nullptr);
}

/// Sends a signal to the thread that constructs it, until it is destroyed.
class SignalTimers {
 public:
  /// Starts so many timers, each of which sends the signal `hertz` times per second, with evenly
  /// distributed phases. Throws std::system_error if a timer cannot be created.
  SignalTimers(int signal, long hertz, int timers = 1) {
    const long period = 1'000'000'000 / hertz;
    for (int i = 0; i != timers; ++i) {
      sigevent event{};
      event.sigev_notify = SIGEV_THREAD_ID;
      event.sigev_signo = signal;
      event.sigev_notify_thread_id = static_cast<pid_t>(syscall(SYS_gettid));
      timer_t timer{};
      if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) {
        throw std::system_error(errno, std::generic_category(), "timer_create");
      }
      timers_.push_back(timer);
      const itimerspec times{time_of(period), time_of(1 + period * (i + 1) / timers)};
      timer_settime(timer, 0, &times, nullptr);
    }
  }
  ~SignalTimers() {
    // Pending signals are still delivered, so the handler must outlive the timers.
    for (timer_t timer : timers_) timer_delete(timer);
  }
  SignalTimers(const SignalTimers&) = delete;
  SignalTimers& operator=(const SignalTimers&) = delete;

 private:
  static timespec time_of(long nanoseconds) {
    return {nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
  }

  std::vector<timer_t> timers_;
};

}  // namespace mpit
