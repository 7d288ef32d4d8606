// SPDX-License-Identifier: BSD-3-Clause
// Arranging rows for all readers, and the words that all forms use.
#include "ci/mpitcheck/bench/bench_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ci/mpitcheck/bench/compare.hpp"
#include "ci/mpitcheck/bench/google_json.hpp"

namespace mpitcheck::report {
namespace {

using namespace bench;

constexpr const char* instructions = "instructions";  // a counter of the benchmark programs

BenchCell cell_of(const Row& row) {
  BenchCell cell;
  cell.ns = summary_of(row.times);
  if (!row.ratios.empty()) cell.ratio = summary_of(row.ratios);
  const auto counted = row.counters.find(instructions);
  if (counted != row.counters.end()) cell.instructions = counted->second;
  if (row.times.empty()) cell.problem = row.problem;
  return cell;
}

void compare_targets(BenchTableRow& row) {
  double fastest = 0;
  int measured = 0;
  for (const auto& cell : row.cells) {
    if (!cell || cell->ns.count == 0) continue;
    if (measured++ == 0 || cell->ns.median < fastest) fastest = cell->ns.median;
  }
  if (measured < 2 || is_baseline(row.name)) return;
  for (auto& cell : row.cells) {
    if (cell && cell->ns.count > 0) cell->to_fastest = cell->ns.median / fastest;
  }
}

template <class Items, class Key>
auto& found_or_added(Items& items, const Key& key, const std::string& wanted) {
  const auto found = std::ranges::find(items, wanted, key);
  if (found != items.end()) return *found;
  items.emplace_back().name = wanted;
  return items.back();
}

}  // namespace

std::vector<BenchGroup> bench_table(const BenchReport& report) {
  std::vector<BenchGroup> groups;
  for (const Row& row : report.rows) {
    BenchGroup& group =
        found_or_added(groups, &BenchGroup::name, row.name.substr(0, row.name.find('/')));
    // Programs have baselines of the same name: each is shown with its program.
    const std::string name =
        is_baseline(row.name) ? fmt::format("{} ({})", row.name, row.program) : row.name;
    BenchTableRow& shown = found_or_added(group.rows, &BenchTableRow::name, name);
    shown.cells.resize(report.targets.size());
    if (!row.baseline.empty()) shown.baseline = row.baseline;
    const auto target = std::ranges::find(report.targets, row.target, &BenchTarget::name);
    if (target == report.targets.end()) continue;
    shown.cells[static_cast<std::size_t>(target - report.targets.begin())] = cell_of(row);
  }
  for (BenchGroup& group : groups) {
    for (BenchTableRow& row : group.rows) compare_targets(row);
  }
  std::ranges::stable_partition(groups,
                                [](const BenchGroup& group) { return group.name != "baseline"; });
  return groups;
}

std::string figure(double value) {
  if (value < 10) return fmt::format("{:.2f}", value);
  if (value < 100) return fmt::format("{:.1f}", value);
  const std::string digits = fmt::format("{:.0f}", value);
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

std::string spread_text(const Summary& summary) {
  if (summary.count < 2) return "once";
  return fmt::format("±{:.0f} %", summary.spread() * 100);
}

std::string instructions_text(const BenchCell& cell) {
  return cell.instructions ? fmt::format("{:.0f} instr", *cell.instructions) : std::string();
}

std::string_view short_baseline(std::string_view name) {
  constexpr std::string_view prefix = "baseline/";
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

std::vector<std::string> conditions(const BenchReport& report) {
  const Machine& machine = report.machine;
  std::vector<std::string> lines;
  lines.push_back(fmt::format(
      "{} repetition{} of {} x {:.0f} ms per benchmark and target, in turns; {:.0f} s in all",
      report.rounds, report.rounds == 1 ? "" : "s", report.inner, report.min_time * 1e3,
      report.seconds));
  if (report.rounds < report.wanted) {
    lines.back() += fmt::format(" ({} wanted)", report.wanted);
  }
  lines.push_back(fmt::format(
      "{}, {} cores; single-threaded benchmarks {}; load {:.2f} at the start, other programs took "
      "{:.0f} % of the cores, a hypervisor {:.0f} %",
      machine.processor, report.header.cores,
      machine.pinned ? fmt::format("bound to core {}", *machine.pinned) : "not bound to a core",
      machine.load, machine.others * 100, machine.stolen * 100));
  for (const std::string& reason : report.noise.reasons) {
    lines.push_back("WARNING: too noisy to tell small differences: " + reason);
  }
  return lines;
}

std::string growth_text(const Series& series) {
  if (series.growth.empty()) return "too few sizes for a fit";
  const std::string error = fmt::format("error {:.0f} %", series.error * 100);
  const std::string base = figure(series.base_ns) + " ns";
  const std::string slope = figure(series.slope_ns) + " ns";
  if (series.growth == "constant") return fmt::format("constant: {} ({})", base, error);
  if (series.growth == "linear")
    return fmt::format("linear: {} + {} each ({})", base, slope, error);
  if (series.growth == "logarithmic") {
    return fmt::format("logarithmic: {} + {} per doubling ({})", base, slope, error);
  }
  return fmt::format("{} than linear ({})", series.growth, error);
}

std::vector<std::string> counted_lines(const BenchReport& report) {
  std::vector<std::pair<std::string, std::string>> lines;  // what, and the figures of the targets
  for (const Row& row : report.rows) {
    for (const auto& [counter, value] : row.counters) {
      if (counter == instructions) continue;  // stands beside the time
      std::string what = fmt::format("{}: {}", row.name, counter);
      auto found = std::ranges::find(lines, what, &std::pair<std::string, std::string>::first);
      if (found == lines.end()) found = lines.insert(lines.end(), {std::move(what), {}});
      found->second +=
          fmt::format("{}{} {}", found->second.empty() ? "" : ", ", row.target,
                      value == std::floor(value) ? fmt::format("{:.0f}", value) : figure(value));
    }
  }
  std::vector<std::string> texts;
  for (const auto& [what, figures] : lines) texts.push_back(what + " = " + figures);
  return texts;
}

std::string counts_text(const Comparison& comparison) {
  std::string text;
  for (const Direction direction : {Direction::slower, Direction::faster, Direction::cannot_tell}) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count(comparison, direction),
                        name_of(direction));
  }
  return text;
}

std::vector<const Change*> told_changes(const Comparison& comparison) {
  std::vector<const Change*> told;
  for (const Change& change : comparison.changes) {
    if (change.direction != Direction::cannot_tell) told.push_back(&change);
  }
  std::ranges::stable_sort(told, std::greater<>(), [](const Change* change) {
    return std::abs(std::log(change->after / change->before));
  });
  return told;
}

}  // namespace mpitcheck::report
