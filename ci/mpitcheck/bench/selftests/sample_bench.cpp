// SPDX-License-Identifier: BSD-3-Clause
// Builds the sample.
#include "ci/mpitcheck/bench/selftests/sample_bench.hpp"

#include "ci/mpitcheck/bench/compare.hpp"
#include "ci/mpitcheck/bench/series.hpp"

namespace mpitcheck::bench::samples {

Row row(const std::string& name, const std::vector<double>& ratios) {
  Row row{"fake", "calls", name, "baseline/clock", "cpu", {}, ratios, {}, {}};
  for (const double ratio : ratios) row.times.push_back(10 * ratio);
  return row;
}

BenchReport report(const std::string& mark) {
  BenchReport report;
  report.header = {"mpitcheck", "0", "2026-01-01T00:00:00Z", {"mpitcheck", "bench"}, "Linux", 2};
  report.machine = {"a processor" + mark, 1, 0.5, 0.01, 0};
  report.wanted = report.rounds = 3;
  report.min_time = 0.01;
  report.seconds = 12;
  for (const char* name : {"fake", "other"}) {
    report.targets.push_back(
        {name + mark, "Fake 1.0" + mark, "4.0", "build/" + mark, {"x" + mark}});
  }
  const auto add = [&](Row added, std::size_t target) {
    added.target = report.targets[target].name;
    added.name += mark;
    report.rows.push_back(std::move(added));
  };
  for (const std::size_t target : {0U, 1U}) {
    Row baseline = row("baseline/clock", {1, 1.01, 0.99});
    baseline.baseline.clear();
    baseline.ratios.clear();
    add(baseline, target);
    add(row("call/MPI_T_a/hot", {2.0 + target, 2.1 + target, 2.2 + target}), target);
  }
  Row failed = row("call/MPI_T_a/all", {});
  failed.problem = "SIGSEGV" + mark;
  add(failed, 0);
  add(row("call/MPI_T_b/hot", {100000, 110000, 120000}), 1);
  for (const int size : {1, 10, 100, 1000}) {
    Row grown = row("scale/handles/" + std::to_string(size), {1.0 + size, 1.1 + size});
    grown.counters["bytes_per_handle"] = 128;
    grown.target = report.targets[0].name;
    report.rows.push_back(grown);
  }
  report.series = series_of(report.rows);
  report.problems = {"fake calls: SIGSEGV" + mark};
  report.noise.baseline_spread = 0.01;
  report.comparison = compare(report, report, {});
  report.comparison->against = "old.json" + mark;
  report.comparison->notes.push_back("a note" + mark);
  report.comparison->changes.at(0).direction = Direction::slower;
  return report;
}

}  // namespace mpitcheck::bench::samples
