// SPDX-License-Identifier: BSD-3-Clause
// The basis of stress tests: duration, number of threads, signal rate and deadline; thread levels;
// functions that threads may call; teams of threads.
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

/// The runner's --stress-duration, --threads, --signal-rate and --seed for one test.
struct Control {
  double seconds;
  int threads;
  int signal_rate;  // per second
  std::uint64_t seed;

  /// Reads MPITCHECK_STRESS_DURATION, MPITCHECK_THREADS and MPITCHECK_SIGNAL_RATE, and reports
  /// their values and the seed. Throws std::invalid_argument unless each is a positive number.
  static Control of(Test& t);
};

/// The end of a test's time: its duration is over, or SIGTERM arrived. A stopped test judges and
/// reports what it did. Several deadlines may exist at once. On a loaded machine, the time in which
/// the calling thread waits for a processor does not count, unless the threads together had a
/// processor for the whole duration.
class Deadline {
 public:
  explicit Deadline(double seconds);
  [[nodiscard]] bool over() const;

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  Clock::time_point begin_;
  mutable std::atomic<Clock::time_point> next_look_;  // it is not over before this time
  double used_, waited_;  // at the start: the process's processor time, the thread's waiting time
  ThreadId thread_;
};

/// Whether SIGTERM arrived.
bool asked_to_stop();

/// Reports if the test was stopped early.
void tell_if_stopped(Test& t);

/// Initializes the tool interface with this thread level. Throws CannotGoOn if a lower one is
/// provided.
void tool_for_threads(Test& t, int level = MPI_THREAD_MULTIPLE);

/// tool_for_threads(), then MPI. Throws CannotGoOn unless both provide the level.
void mpi_for_threads(Test& t, int level = MPI_THREAD_MULTIPLE);

/// Runs `body(thread)` in `threads` threads, which start together, and waits for them. `doing`
/// describes what a crash or hang interrupted. Rethrows the first exception of a body.
void team(int threads, std::string_view doing, FunctionRef<void(int thread)> body);

/// team() with `own()`, which the calling thread runs once the others started. For calls that must
/// be on a certain thread, like MPI_Init_thread.
void team_beside(int threads, std::string_view doing, FunctionRef<void(int thread)> body,
                 FunctionRef<void()> own);

}  // namespace mpitcheck::stress
