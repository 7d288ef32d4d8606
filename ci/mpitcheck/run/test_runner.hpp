// SPDX-License-Identifier: BSD-3-Clause
// Running single tests and judging how they end.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>

#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"
#include "ci/mpitcheck/run/nursery.hpp"

namespace mpitcheck {

/// Runs planned tests under one set of options. It must outlive what it starts.
class TestRunner {
 public:
  using Done = std::function<void(TestResult)>;

  /// The tests' folders are below `scratch`.
  TestRunner(const RunOptions& options, const Injection& injection, std::filesystem::path scratch);

  /// What a report says of a test before it has run.
  [[nodiscard]] TestResult described(const Planned& planned) const;

  /// Waits for free slots, then starts the test; `done` gets its result, with all the output that
  /// was caught. `number` names its folders: that of no other test that runs. Once interrupted
  /// nothing is started any more and the call returns false.
  /// With `nurseries` the test is born in the one for it, if that is up then.
  bool start(const Planned& planned, std::size_t number, Scheduler& scheduler, Done done,
             Nurseries* nurseries = nullptr) const;

 private:
  const RunOptions& options_;
  const Injection& injection_;
  std::filesystem::path scratch_;
};

}  // namespace mpitcheck
