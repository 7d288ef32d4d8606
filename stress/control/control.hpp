// SPDX-License-Identifier: BSD-3-Clause
// How long, with how many threads and signals a stress test goes on, and when it has to end.
#pragma once

#include <chrono>
#include <cstdint>

namespace mpitcheck {
class Test;
}

namespace mpitcheck::stress {

/// What the runner's --stress-duration, --threads, --signal-rate and --seed say of one test.
struct Control {
  double seconds;
  int threads;
  int signal_rate;  // signals per second
  std::uint64_t seed;

  /// From MPITCHECK_STRESS_DURATION, MPITCHECK_THREADS and MPITCHECK_SIGNAL_RATE; puts seed and
  /// figures into the report. Throws std::invalid_argument on what is no positive number.
  static Control of(Test& t);
};

/// The end of a test's time: its duration is over, or SIGTERM came. A stopped test judges and
/// reports what it did. Several may exist, one after the other or at once.
class Deadline {
 public:
  explicit Deadline(double seconds);
  [[nodiscard]] bool over() const;

 private:
  std::chrono::steady_clock::time_point end_;
};

/// True once SIGTERM came.
bool told_to_stop();

/// Puts it into the report if the test was stopped before its time.
void tell_if_stopped(Test& t);

}  // namespace mpitcheck::stress
