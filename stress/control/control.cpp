// SPDX-License-Identifier: BSD-3-Clause
// Reading the environment, watching the clock; thread levels and teams.
#include "stress/control/control.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/test/test.hpp"
#include "reference/testing/together.hpp"

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
    throw std::invalid_argument(join(name, ": '", text, "' is no number above 0 and up to ", most));
  }
  return value;
}

void watch_for_stop() {
  struct sigaction action {};
  action.sa_handler = [](int) { stop.store(true, std::memory_order_relaxed); };
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGTERM, &action, nullptr);
}

// The standard orders the levels.
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
                        t.seed()};
  t.measured("seed", std::to_string(control.seed));
  t.measured("duration", join(control.seconds, " s"));
  t.measured("threads", std::to_string(control.threads));
  return control;
}

Deadline::Deadline(double seconds)
    : end_(std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds))) {
  watch_for_stop();  // here, not earlier: MPI_Init may have set handlers of its own
}

bool Deadline::over() const { return asked_to_stop() || std::chrono::steady_clock::now() >= end_; }

bool asked_to_stop() { return stop.load(std::memory_order_relaxed); }

void tell_if_stopped(Test& t) {
  if (asked_to_stop()) t.measured("stopped", "by SIGTERM, before its time");
}

void tool_for_threads(Test& t, int level) {
  require(level, t.lifecycle().tool_init(level), "MPI_T_init_thread");
  t.enter_phase("before MPI_Init");
}

void mpi_for_threads(Test& t, int level) {
  tool_for_threads(t, level);
  require(level, t.lifecycle().mpi_init_thread(level), "MPI_Init_thread");
  t.enter_phase("after MPI_Init");
}

void team(int threads, std::string_view doing, FunctionRef<void(int thread)> body) {
  team_beside(threads, doing, body, [] {});
}

void team_beside(int threads, std::string_view doing, FunctionRef<void(int thread)> body,
                 FunctionRef<void()> own) {
  const std::string passage = join(threads, " threads: ", doing);
  Recorder::instance().call_begins(passage);
  struct End {
    const std::string& passage;
    ~End() { Recorder::instance().passage_ends(passage); }
  } const end{passage};
  std::atomic<int> begun{0};
  std::future<void> others = std::async(std::launch::async, [&] {
    mpit::together(threads, [&](int thread) {
      ++begun;
      body(thread);
    });
  });
  while (begun == 0) std::this_thread::yield();
  std::exception_ptr problem;
  try {
    own();
  } catch (...) {
    problem = std::current_exception();
  }
  others.get();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace mpitcheck::stress
