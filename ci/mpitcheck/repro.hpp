// SPDX-License-Identifier: BSD-3-Clause
// A stand-alone C program for each failing test: the test is replayed under the recorder of calls,
// and programs made of its calls are compiled and run until one shows the failure on the target and
// nothing on the reference.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "job.hpp"
#include "model.hpp"
#include "options.hpp"
#include "scheduler.hpp"
#include "select.hpp"

namespace mpitcheck {

/// Makes programs for the failures of one run.
class Reproducer {
 public:
  /// `scratch` is a folder of its own. Without a tree of the reference, among the targets or around
  /// this program, programs are tried on the target alone.
  Reproducer(const RunOptions& options, const std::vector<Target>& targets,
             const Injection& injection, std::filesystem::path scratch);

  /// Fills in `repro` of those results that show a deviation; `results` is as `plan`.
  void run(const std::vector<Planned>& plan, std::vector<std::optional<TestResult>>& results,
           Scheduler& scheduler);

 private:
  struct Case;

  bool compiles(const Target& target, Scheduler& scheduler) const;
  void replay(Case& it, Scheduler& scheduler) const;
  void compile(Case& it, Scheduler& scheduler) const;
  void execute(Case& it, Scheduler& scheduler) const;
  void conclude(Case& it) const;

  const RunOptions& options_;
  const Injection& injection_;
  std::filesystem::path scratch_;
  std::optional<Target> own_reference_;
  const Target* reference_ = nullptr;
};

/// Makes the folder for programs, before a run that would end in vain. Throws UserError if nothing
/// can be written there.
void prepare_programs(const std::filesystem::path& folder);

/// Writes the programs below `folder`, as <target>/<test>.c, and notes in each where it is.
void write_programs(const std::filesystem::path& folder, std::vector<TestResult>& tests);

}  // namespace mpitcheck
