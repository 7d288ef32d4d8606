// SPDX-License-Identifier: BSD-3-Clause
// What a stress test is built on: how long, with how many threads and signals it goes on, and when
// it has to end; thread levels, functions to call from threads, a team of threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/test.hpp"

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
/// reports what it did. Several may exist, one after the other or at once. On a loaded machine the
/// duration is longer: what the thread that asks waited for a processor does not count, unless all
/// threads together had one for that long.
class Deadline {
 public:
  explicit Deadline(double seconds);
  [[nodiscard]] bool over() const;

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  Clock::time_point begin_;
  mutable std::atomic<Clock::time_point> next_look_;  // before it is not over
  double used_, waited_;  // processor time of the process, waiting time of the thread, at the begin
  ThreadId thread_;
};

/// True once SIGTERM came.
bool asked_to_stop();

/// Puts it into the report if the test was stopped before its time.
void tell_if_stopped(Test& t);

/// Brings up the tool interface with this thread level. Throws CannotGoOn if less is granted.
void tool_for_threads(Test& t, int level = MPI_THREAD_MULTIPLE);

/// The same, then MPI. Throws CannotGoOn unless both grant the level.
void mpi_for_threads(Test& t, int level = MPI_THREAD_MULTIPLE);

/// Runs `body(thread)` in `threads` threads, which begin together, and waits for them. `doing`
/// tells what a crash or hang interrupted. The first exception of a body comes out here.
void team(int threads, std::string_view doing, FunctionRef<void(int thread)> body);

/// The same beside `own()`, which the calling thread does once they began: where it matters which
/// thread makes a call, as for MPI_Init_thread.
void team_beside(int threads, std::string_view doing, FunctionRef<void(int thread)> body,
                 FunctionRef<void()> own);

}  // namespace mpitcheck::stress
