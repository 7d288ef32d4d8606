// SPDX-License-Identifier: BSD-3-Clause
// Running one benchmark program, and how long to measure, so that the whole ends in time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "ci/mpitcheck/bench/google_json.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"

namespace mpitcheck::bench {

/// What the discovery told of a repetition.
struct Workload {
  double fixed_seconds = 0;  ///< start-ups and preparations, per repetition
  std::size_t rows = 0;      ///< measured per repetition
};

struct Timing {
  double min_time = 0;  ///< seconds per measurement
  std::size_t inner = 1;
};

/// Shares out `seconds` among `repetitions`.
Timing plan_timing(double seconds, std::size_t repetitions, const Workload& work);

/// The time per measurement for the next repetition, given that the last one took `last` seconds
/// and `left` seconds remain for `repetitions` more.
double adapted(double min_time, double last, double left, std::size_t repetitions);

/// How one process is to measure.
struct ProcessPlan {
  std::vector<std::string> names;  ///< which benchmarks
  double min_time = 0;             ///< seconds per measurement; 0: one iteration
  std::size_t inner = 1;           ///< measurements of each
  bool pin = false;
};

/// What became of one process.
struct ProcessResult {
  ProcessFigures figures;
  std::string problem;  ///< one line; empty: all is well
  double seconds = 0;
};

/// A program of Google Benchmark of one target.
class BenchProcess {
 public:
  /// Refers to the target, which must outlive it.
  BenchProcess(const Target& target, const BenchmarkEntry& entry, double timeout);

  /// The names of its benchmarks; `problem` says why there are none.
  std::vector<std::string> list(Scheduler& scheduler, std::string& problem) const;

  /// Runs it; Google Benchmark's JSON stays in `out`.
  ProcessResult run(Scheduler& scheduler, const ProcessPlan& plan,
                    const std::filesystem::path& out) const;

  [[nodiscard]] const Target& target() const { return target_; }
  [[nodiscard]] const std::string& name() const { return entry_.name; }

 private:
  Outcome execute(Scheduler& scheduler, const std::vector<std::string>& arguments) const;

  const Target& target_;
  const BenchmarkEntry& entry_;
  double timeout_;
};

/// A regular expression that fits just these names.
std::string exact_filter(const std::vector<std::string>& names);

}  // namespace mpitcheck::bench
