// SPDX-License-Identifier: BSD-3-Clause
// A stand-alone C program for each failing test: the test is replayed under the recorder of calls,
// and programs made of its calls are compiled and run until one shows the failure on the target and
// nothing on the reference.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"

namespace mpitcheck {

/// Makes programs for the failures of one run, beside whatever else the scheduler runs: each
/// failure goes from step to step on its own, so none waits for another's slow trial.
class Reproducer {
 public:
  /// `scratch` is a folder of its own. Without a tree of the reference, among the targets or around
  /// this program, programs are tried on the target alone.
  Reproducer(const RunOptions& options, const std::vector<Target>& targets,
             const Injection& injection, std::filesystem::path scratch);
  ~Reproducer();

  /// Takes up a result that shows a deviation; others are left alone. Both must stay where they
  /// are. Starts nothing: may be called while the scheduler says what became of a job.
  void add(const Planned& planned, TestResult& result);
  /// Starts what can go on.
  void go_on(Scheduler& scheduler);
  /// Waits for every job of the scheduler and every program; then fills in `repro` of the results.
  void finish(Scheduler& scheduler);

 private:
  struct Case;
  enum class Step { probe, replay, propose, execute, judge, none };

  bool compiles(const Target& target, Scheduler& scheduler) const;
  bool is_usable(const Target& target, Scheduler& scheduler);
  void start(Case& it, const Job& job, Scheduler& scheduler, Scheduler::Done done);
  void release(Case& it);
  void take_step(Case& it, Scheduler& scheduler);
  void replay(Case& it, Scheduler& scheduler);
  void compile(Case& it, Scheduler& scheduler);
  void execute(Case& it, Scheduler& scheduler);
  void conclude(Case& it) const;

  const RunOptions& options_;
  const Injection& injection_;
  std::filesystem::path scratch_;
  std::optional<Target> own_reference_;
  const Target* reference_ = nullptr;
  std::map<const Target*, bool> usable_;
  std::vector<std::unique_ptr<Case>> cases_;
  std::deque<Case*> ready_;  // for their next step
};

/// Makes the folder for programs, before a run that would end in vain. Throws UserError if nothing
/// can be written there.
void prepare_programs(const std::filesystem::path& folder);

/// Writes the programs below `folder`, as <target>/<test>.c, and notes in each where it is.
void write_programs(const std::filesystem::path& folder, std::vector<TestResult>& tests);

}  // namespace mpitcheck
