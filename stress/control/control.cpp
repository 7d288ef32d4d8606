// SPDX-License-Identifier: BSD-3-Clause
// The controls of a stress test, its deadline, thread levels and teams.
#include "stress/control/control.hpp"

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <stdexcept>
#include <string>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/view.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck::stress {

namespace {

constexpr double default_seconds = 0.5;
constexpr double default_threads = 4;
constexpr double default_signal_rate = 2000;

std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal handler");

double number(const char* name, double otherwise, double most) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(value > 0) || value > most) {
    throw std::invalid_argument(
        join(name, ": '", text, "' is not a number above 0 and up to ", most));
  }
  return value;
}

/// Processor time of this process.
double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The time that this thread has waited for a processor; 0 if the system does not report it.
double seconds_waited() {
  std::uint64_t nanoseconds = 0;
  if (std::FILE* const file = std::fopen("/proc/thread-self/schedstat", "re")) {
    if (std::fscanf(file, "%*u %" SCNu64, &nanoseconds) != 1) nanoseconds = 0;
    std::fclose(file);
  }
  return 1e-9 * static_cast<double>(nanoseconds);
}

std::chrono::steady_clock::duration in_ticks(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

// Leaves a handler of the library in place. SIGTERM then acts as in any process that uses the
// library.
void watch_for_stop() {
  struct sigaction present {};
  ::sigaction(SIGTERM, nullptr, &present);
  if (present.sa_handler != SIG_DFL) return;
  struct sigaction action {};
  action.sa_handler = [](int) { stop.store(true, std::memory_order_relaxed); };
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGTERM, &action, nullptr);
}

// The standard defines an order of the levels.
void require(int level, int granted, std::string_view by) {
  if (granted >= level) return;
  throw CannotGoOn(join(thread_level_name(level), " from ", by, " (it granted ",
                        thread_level_name(granted), ")"));
}

}  // namespace

Control Control::of(Test& t) {
  const Control control{number("MPITCHECK_STRESS_DURATION", default_seconds, 1e6),
                        static_cast<int>(number("MPITCHECK_THREADS", default_threads, 256)),
                        static_cast<int>(number("MPITCHECK_SIGNAL_RATE", default_signal_rate, 1e6)),
                        t.context().seed};
  t.measured("seed", std::to_string(control.seed));
  t.measured("duration", join(control.seconds, " s"));
  t.measured("threads", std::to_string(control.threads));
  return control;
}

Deadline::Deadline(double seconds)
    : seconds_(seconds),
      begin_(Clock::now()),
      next_look_(begin_ + in_ticks(seconds)),
      used_(processor_seconds()),
      waited_(seconds_waited()),
      thread_(this_thread()) {
  watch_for_stop();  // not earlier: MPI_Init may set handlers of its own
}

bool Deadline::over() const {
  if (asked_to_stop()) return true;
  const Clock::time_point now = Clock::now();
  if (now < next_look_.load(std::memory_order_relaxed)) return false;
  const double passed = std::chrono::duration<double>(now - begin_).count();
  // Only the thread that made the deadline can have waited before. Threads of a team are new.
  const double before = thread_ == this_thread() ? waited_ : 0;
  const double waited = std::max(seconds_waited() - before, 0.0);
  const double left = seconds_ - std::max(passed - waited, processor_seconds() - used_);
  if (left <= 0 || passed >= seconds_ * most_crowded) return true;
  next_look_.store(now + in_ticks(left), std::memory_order_relaxed);
  return false;
}

bool asked_to_stop() { return stop.load(std::memory_order_relaxed); }

void tell_if_stopped(Test& t) {
  if (asked_to_stop()) t.measured("stopped", "by SIGTERM, before its time");
}

void tool_for_threads(Test& t, int level) {
  require(level, t.lifecycle().tool_init(level), "MPI_T_init_thread");
  Progress::instance().phase("before MPI_Init");
  if (level >= MPI_THREAD_SERIALIZED) require_same_view_in_threads();
}

void mpi_for_threads(Test& t, int level) {
  tool_for_threads(t, level);
  require(level, t.lifecycle().mpi_init_thread(level), "MPI_Init_thread");
  Progress::instance().phase("after MPI_Init");
}

void team(int threads, std::string_view doing, FunctionRef<void(int thread)> body) {
  team_beside(threads, doing, body, [] {});
}

void team_beside(int threads, std::string_view doing, FunctionRef<void(int thread)> body,
                 FunctionRef<void()> own) {
  const std::string passage = join(threads, threads == 1 ? " thread: " : " threads: ", doing);
  Recorder::instance().call_begins(passage);
  struct End {
    const std::string& passage;
    ~End() { Recorder::instance().passage_ends(passage); }
  } const end{passage};
  std::atomic<bool> begun{false};
  Thread others([&] {
    struct Begun {
      std::atomic<bool>& begun;
      ~Begun() { begun = true; }
    } const ended{begun};
    together(threads, [&](int thread) {
      begun = true;
      body(thread);
    });
  });
  while (!begun) yield_processor();
  std::exception_ptr problem;
  try {
    own();
  } catch (...) {
    problem = std::current_exception();
  }
  others.join();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace mpitcheck::stress
