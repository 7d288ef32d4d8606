// SPDX-License-Identifier: BSD-3-Clause
// Two runs, row by row: one-sided rank tests in both directions against a minimum effect.
#include "ci/mpitcheck/bench/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ci/mpitcheck/bench/google_json.hpp"
#include "ci/mpitcheck/bench/statistics.hpp"

namespace mpitcheck::bench {
namespace {

using Key = std::pair<std::string, std::string>;

/// What there is to compare: all but the baselines, whose ratios would be 1.
std::map<Key, const Row*> measured_rows(const BenchReport& report) {
  std::map<Key, const Row*> rows;
  for (const Row& row : report.rows) {
    if (row.times.empty() || is_baseline(row.name)) continue;
    rows.try_emplace({row.target, row.name}, &row);
  }
  return rows;
}

std::vector<double> scaled(std::vector<double> sample, double factor) {
  for (double& value : sample) value *= factor;
  return sample;
}

void note_conditions(const BenchReport& before, const BenchReport& after, Comparison& comparison) {
  for (const auto& [report, which] :
       {std::pair{&before, "the earlier run"}, {&after, "this run"}}) {
    for (const std::string& reason : report->noise.reasons) {
      comparison.notes.push_back(fmt::format("{} was on a noisy machine: {}", which, reason));
    }
  }
  if (before.machine.processor != after.machine.processor ||
      before.header.cores != after.header.cores) {
    comparison.notes.emplace_back("the runs are of different machines");
  }
}

/// Says so where the test could not have found anything, however large the change.
void note_power(const Comparison& comparison, std::size_t fewest_before, std::size_t fewest_after,
                double alpha, std::vector<std::string>& notes) {
  const std::size_t tests = 2 * comparison.changes.size();
  if (tests == 0) return;
  const double needed = alpha / static_cast<double>(tests);
  if (least_p(fewest_before, fewest_after) <= needed) return;
  std::size_t enough = 1;
  while (least_p(enough, enough) > needed) ++enough;
  notes.push_back(
      fmt::format("too few repetitions ({} and {}) to tell anything among {} rows: {} each would "
                  "do, or fewer rows (--filter)",
                  fewest_before, fewest_after, comparison.changes.size(), enough));
}

}  // namespace

Comparison compare(const BenchReport& before, const BenchReport& after,
                   const CompareOptions& options) {
  Comparison comparison;
  comparison.test = fmt::format(
      "exact one-sided Mann-Whitney U test of the ratios to the baseline, of a change by more than "
      "{:.3g} % in either direction, Holm-corrected, at most {:.3g} % chance of any false alarm",
      options.min_effect * 100, options.alpha * 100);
  const auto old_rows = measured_rows(before);
  const auto new_rows = measured_rows(after);
  const double factor = 1 + options.min_effect;
  std::vector<double> p;  // slower, faster, slower, ...
  std::size_t fewest_before = SIZE_MAX, fewest_after = SIZE_MAX;
  for (const auto& [key, row] : old_rows) {
    if (!new_rows.contains(key)) ++comparison.only_before;
  }
  for (const Row& row : after.rows) {
    const Key key{row.target, row.name};
    const auto found = new_rows.find(key);
    if (found == new_rows.end() || found->second != &row) continue;
    if (!old_rows.contains(key)) {
      ++comparison.only_after;
      continue;
    }
    const Row& old = *old_rows.at(key);
    if (row.ratios.empty() || old.ratios.empty() || row.baseline != old.baseline) {
      ++comparison.without_ratio;
      continue;
    }
    comparison.changes.push_back({row.target, row.name, row.baseline, median_of(old.ratios),
                                  median_of(row.ratios), 1, Direction::cannot_tell});
    p.push_back(p_greater(row.ratios, scaled(old.ratios, factor)));
    p.push_back(p_greater(old.ratios, scaled(row.ratios, factor)));
    fewest_before = std::min(fewest_before, old.ratios.size());
    fewest_after = std::min(fewest_after, row.ratios.size());
  }
  note_conditions(before, after, comparison);
  note_power(comparison, fewest_before, fewest_after, options.alpha, comparison.notes);
  const bool noisy = !before.noise.reasons.empty() || !after.noise.reasons.empty();
  const bool judge = options.even_if_noisy || !noisy;
  p = corrected(p);
  for (std::size_t i = 0; i < comparison.changes.size(); ++i) {
    Change& change = comparison.changes[i];
    const double slower = p[2 * i];
    const double faster = p[2 * i + 1];
    change.p = std::min(slower, faster);
    if (!judge || change.p > options.alpha) continue;
    change.direction = slower < faster ? Direction::slower : Direction::faster;
  }
  return comparison;
}

std::size_t count(const Comparison& comparison, Direction direction) {
  return static_cast<std::size_t>(std::ranges::count_if(
      comparison.changes, [=](const Change& change) { return change.direction == direction; }));
}

std::string_view name_of(Direction direction) {
  switch (direction) {
    case Direction::slower:
      return "slower";
    case Direction::faster:
      return "faster";
    case Direction::cannot_tell:
      return "cannot tell";
  }
  return "";
}

}  // namespace mpitcheck::bench
