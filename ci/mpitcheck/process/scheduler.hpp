// SPDX-License-Identifier: BSD-3-Clause
// Runs commands side by side, captures their output, and obeys Ctrl-C. One thread, one poll loop.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "ci/mpitcheck/process/capture.hpp"
#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {

/// One command to run.
struct Job {
  Command command;
  Limits limits;
  MakeSupervisor nursery = {};  ///< where the command can be born instead of being started
  int slots = 1;                ///< how many of the parallel slots it takes
  bool launched = false;        ///< by a launcher, whose exit code says nothing
  bool errors_apart = false;    ///< keep stderr from stdout
  std::size_t output_bound = 64U << 10U;
};

/// What became of a job.
struct Outcome {
  std::optional<Ending> ending;  ///< nothing: its supervisor was ended from outside
  std::string output;
  std::string errors;  ///< only if kept apart
  std::string stacks;  ///< of what did not end in time, as printed
  std::uint64_t output_lost = 0;
};

/// While it exists, the process is a subreaper and SIGINT, SIGTERM, SIGHUP and SIGCHLD come to it
/// through a descriptor.
class Scheduler {
 public:
  /// `slots` is the number of jobs that run at once, if each takes one.
  explicit Scheduler(int slots);
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  using Done = std::function<void(Outcome)>;

  /// Waits for free slots, then starts the job; `done` is called from this or a later call. Once
  /// interrupted, nothing is started any more and the call returns false.
  bool start(const Job& job, Done done);
  /// Waits until every started job is done.
  void finish();
  /// Waits for something to happen, a second at most.
  void wait() { step(); }
  /// Jobs are running.
  [[nodiscard]] bool busy() const { return !running_.empty(); }

  /// Ends what has lost its supervisor or never had one.
  void end_orphans();

  /// Called about once a second while waiting.
  void on_tick(std::function<void()> tick) { tick_ = std::move(tick); }

  /// SIGINT, SIGTERM or SIGHUP has come: jobs still running then are ended and their `done` is not
  /// called.
  [[nodiscard]] bool interrupted() const { return interrupts_ > 0; }

 private:
  struct Running {
    Supervised process;
    Capture output;
    Capture errors;
    Capture stacks;
    int slots;
    bool launched;
    Done done;
  };

  int slots_;
  int used_ = 0;
  int signals_ = -1;
  int interrupts_ = 0;
  std::map<pid_t, Running> running_;
  std::function<void()> tick_;
  std::chrono::steady_clock::time_point last_tick_ = std::chrono::steady_clock::now();

  void step();
  void take_signals();
  void reap();
  void conclude(pid_t supervisor);
  static void drain(int& descriptor, Capture& capture);
};

}  // namespace mpitcheck
