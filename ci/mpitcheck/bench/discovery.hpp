// SPDX-License-Identifier: BSD-3-Clause
// What is there to measure: each benchmark of a program runs once, for one iteration.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ci/mpitcheck/bench/bench_model.hpp"
#include "ci/mpitcheck/bench/process.hpp"

namespace mpitcheck::bench {

/// Benchmarks that are measured in one process: beside their baselines.
struct Batch {
  std::vector<std::string> names;
  bool pin = false;
};

/// A program, as the repetitions use it.
struct Discovered {
  const BenchProcess* process = nullptr;
  std::vector<Row> rows;  ///< without times; those with a problem are not measured
  std::vector<Batch> batches;
  std::vector<std::string> missing;
  std::vector<std::string> notes;  ///< what is wrong with some of its rows
  std::string problem;             ///< of the program as a whole; empty: none
  double seconds = 0;              ///< that a start takes, with all preparations
};

/// Runs the program's benchmarks that fit one of `filters` (all, if there are none), and baselines.
/// If it dies, finds out over which benchmark. Sets `used` for each filter that fits one.
Discovered discover(Scheduler& scheduler, const BenchProcess& process,
                    const std::vector<std::string>& filters, bool pin, std::vector<bool>& used,
                    const std::filesystem::path& out);

/// Which of `names` is the baseline that the label of benchmark `of` calls `label`: baseline/LABEL,
/// on as many threads if there is one; empty if there is none.
std::string baseline_row(const std::string& label, std::string_view of,
                         const std::vector<std::string>& names);

/// The threads that a benchmark's name speaks of, e.g. 2 for "x/threads:2".
int threads_of(std::string_view name);

}  // namespace mpitcheck::bench
