// SPDX-License-Identifier: BSD-3-Clause
// Faults put to tests, many at once.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"
#include "ci/mpitcheck/process/scratch.hpp"
#include "ci/mpitcheck/run/test_runner.hpp"
#include "ci/mpitcheck/selftest/fate.hpp"

namespace mpitcheck {

/// A fault and what became of it.
struct FaultRun {
  FaultEntry fault;
  Fate fate = Fate::unseen;
  std::vector<std::string> killers;  ///< tests that named a clause that it breaks
  std::vector<Collateral> collateral;
  double seconds = 0;  ///< of its tests, added up
};

class FaultLab {
 public:
  using Told = std::function<void(const FaultRun&)>;

  /// `options` and `targets`, of which there is one, must outlive it. With `whole_suite` a fault is
  /// put to all tests that the options select, else to those that cite a clause that it breaks:
  /// first all that were written for it, then, one by one until it is killed, random sequences.
  FaultLab(const RunOptions& options, const std::vector<Target>& targets, bool whole_suite);

  /// Tells of each fault as soon as it is done with. Returns them in the order of `faults`, without
  /// those that an interruption left undone.
  std::vector<FaultRun> run(const std::vector<FaultEntry>& faults, const Told& told);

 private:
  struct Case;
  /// Tests that run together; a round follows if the fault is not killed.
  using Round = std::vector<Planned>;

  const RunOptions& options_;
  const Tree& tree_;
  bool whole_suite_;
  std::vector<Planned> plan_;
  Scratch scratch_;
  Injection plain_, faulty_;
  TestRunner runner_;                        // without a fault
  std::size_t started_ = 0;                  // tests
  std::set<const TestEntry*> known_;         // have run without a fault
  std::vector<TestResult> without_a_fault_;  // what they gave

  [[nodiscard]] std::vector<Round> rounds_for(const FaultEntry& fault) const;
  void run_without_fault(const std::vector<Case*>& cases, std::size_t round, Scheduler& scheduler);
  [[nodiscard]] double time_limit(const Round& round) const;
  void start(Case& it, std::size_t round, Scheduler& scheduler, const Told& told);
  void conclude(Case& it, std::size_t round, const Told& told) const;
};

}  // namespace mpitcheck
