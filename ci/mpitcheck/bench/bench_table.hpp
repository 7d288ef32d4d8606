// SPDX-License-Identifier: BSD-3-Clause
// Benchmarks as rows, targets as columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/bench/bench_model.hpp"
#include "ci/mpitcheck/bench/statistics.hpp"

namespace mpitcheck::report {

/// A benchmark on one target.
struct BenchCell {
  bench::Summary ns;
  std::optional<bench::Summary> ratio;  ///< to the baseline; nothing: it has none
  std::optional<double> to_fastest;     ///< 1 for the fastest; nothing: nobody to compare with
  std::optional<double> instructions;   ///< per operation, where the machine counts them
  std::string problem;                  ///< empty: it was measured
};

struct BenchTableRow {
  std::string name;
  std::string baseline;                         ///< empty: none
  std::vector<std::optional<BenchCell>> cells;  ///< per target; nothing: the target lacks it
};

/// The rows of one kind: what their names begin with.
struct BenchGroup {
  std::string name;  ///< e.g. "call"
  std::vector<BenchTableRow> rows;
};

/// Groups in the order of their first rows, baselines last.
std::vector<BenchGroup> bench_table(const bench::BenchReport& report);

/// Three digits or more: "0.31", "12.4", "1,234".
std::string figure(double value);

/// "±3 %", or "once" for a single repetition.
std::string spread_text(const bench::Summary& summary);

/// "45 instr", empty if they were not counted.
std::string instructions_text(const BenchCell& cell);

/// A baseline's name without "baseline/".
std::string_view short_baseline(std::string_view name);

/// Where, how often, how quietly; a line each.
std::vector<std::string> conditions(const bench::BenchReport& report);

/// How a series grows: "linear: 12 ns + 3.1 ns per unit (error 4 %)".
std::string growth_text(const bench::Series& series);

/// What rows count besides time, e.g. bytes per handle, a line per row and counter.
std::vector<std::string> counted_lines(const bench::BenchReport& report);

/// "2 slower, 1 faster, 120 cannot tell"
std::string counts_text(const bench::Comparison& comparison);

/// Those that are slower or faster, by falling change.
std::vector<const bench::Change*> told_changes(const bench::Comparison& comparison);

}  // namespace mpitcheck::report
