// SPDX-License-Identifier: BSD-3-Clause
// Timer signals to one thread.
#pragma once

#include <signal.h>
#include <time.h>

#include <vector>

namespace storm {

/// What the handler of all timers is.
void handle_timers(void (*handler)(int));

/// Timers that interrupt the calling thread as long as they live.
class Timers {
 public:
  Timers(int number, long hertz);
  ~Timers();
  Timers(const Timers&) = delete;
  Timers& operator=(const Timers&) = delete;

 private:
  std::vector<timer_t> timers_;
};

}  // namespace storm
