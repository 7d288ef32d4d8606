// SPDX-License-Identifier: BSD-3-Clause
// Signals at a rate, to the thread that asked for them.
#pragma once

#include <ctime>

namespace mpitcheck::stress {

/// SIGPROF, as sampling tools use it.
int storm_signal();

/// Lets `handler` handle the signal; calls that it interrupts go on.
void handle_storm(void (*handler)(int));

/// Sends the signal to the calling thread while it exists. Throws std::system_error if there is no
/// timer.
class StormTimer {
 public:
  explicit StormTimer(int rate);
  ~StormTimer();
  StormTimer(const StormTimer&) = delete;
  StormTimer& operator=(const StormTimer&) = delete;

 private:
  timer_t timer_{};
};

}  // namespace mpitcheck::stress
