// SPDX-License-Identifier: BSD-3-Clause
// The figures of benchmarks as a table in the terminal and in GitHub-flavoured Markdown.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ci/mpitcheck/bench/bench_report.hpp"
#include "ci/mpitcheck/bench/bench_table.hpp"
#include "ci/mpitcheck/bench/compare.hpp"
#include "ci/mpitcheck/report/text.hpp"

namespace mpitcheck::report {

namespace {

using namespace bench;

using Out = std::back_insert_iterator<std::string>;

constexpr std::size_t widest_name = 60;
constexpr const char* cell_format = "  {:>11} {:>7} {:>8} {:>7}{:>{}}";
constexpr std::size_t cell_width = 38, instructions_width = 14;

std::string tidy(std::string_view text) { return visible(shortened(text, 240)); }

/// `extra`: width of the column of instructions, 0 for none.
void append_cell(Out out, const std::optional<BenchCell>& cell, std::size_t extra) {
  if (!cell) {
    fmt::format_to(out, fmt::runtime(cell_format), "-", "", "", "", "", extra);
  } else if (!cell->problem.empty()) {
    fmt::format_to(out, fmt::runtime(cell_format), "failed", "", "", "", "", extra);
  } else {
    fmt::format_to(out, fmt::runtime(cell_format), figure(cell->ns.median), spread_text(cell->ns),
                   cell->ratio ? figure(cell->ratio->median) : std::string("-"),
                   cell->to_fastest ? figure(*cell->to_fastest) : std::string("-"),
                   instructions_text(*cell), extra);
  }
}

bool counts_instructions(const std::vector<BenchGroup>& groups) {
  for (const BenchGroup& group : groups) {
    for (const BenchTableRow& row : group.rows) {
      for (const auto& cell : row.cells) {
        if (cell && cell->instructions) return true;
      }
    }
  }
  return false;
}

void append_table(Out out, const BenchReport& report, const std::vector<BenchGroup>& groups) {
  std::size_t width = 9;
  for (const BenchGroup& group : groups) {
    for (const BenchTableRow& row : group.rows) {
      width = std::clamp(tidy(row.name).size(), width, widest_name);
    }
  }
  const std::size_t extra = counts_instructions(groups) ? instructions_width : 0;
  fmt::format_to(out, "{:<{}}", "", width);
  for (const BenchTarget& target : report.targets) {
    fmt::format_to(out, "{:>{}}", tidy(shortened(target.name, cell_width - 2)), cell_width + extra);
  }
  fmt::format_to(out, "\n{:<{}}", "benchmark", width);
  for (std::size_t i = 0; i < report.targets.size(); ++i) {
    fmt::format_to(out, fmt::runtime(cell_format), "ns", "spread", "x base", "x best", "", extra);
  }
  fmt::format_to(out, "  baseline\n");
  for (const BenchGroup& group : groups) {
    fmt::format_to(out, "\n");
    for (const BenchTableRow& row : group.rows) {
      fmt::format_to(out, "{:<{}}", tidy(row.name), width);
      for (const auto& cell : row.cells) append_cell(out, cell, extra);
      fmt::format_to(out, "  {}\n", tidy(short_baseline(row.baseline)));
    }
  }
}

void append_series(Out out, const std::vector<Series>& all) {
  if (all.empty()) return;
  fmt::format_to(out, "\nGrowth\n");
  for (const Series& series : all) {
    fmt::format_to(out, "  {:<40} {:<12} {}\n", tidy(series.what), tidy(series.target),
                   growth_text(series));
  }
}

void append_comparison(Out out, const std::optional<Comparison>& comparison) {
  if (!comparison) return;
  fmt::format_to(out, "\nAgainst {}: {}\n  {}\n", tidy(comparison->against),
                 counts_text(*comparison), comparison->test);
  for (const Change* change : told_changes(*comparison)) {
    fmt::format_to(out, "  {}: {} {}: {} -> {} times {}, p = {:.2g}\n", name_of(change->direction),
                   tidy(change->target), tidy(change->name), figure(change->before),
                   figure(change->after), tidy(short_baseline(change->baseline)), change->p);
  }
  for (const std::string& note : comparison->notes) fmt::format_to(out, "  note: {}\n", tidy(note));
  const auto left_out = [&](std::size_t rows, const char* why) {
    if (rows > 0) fmt::format_to(out, "  not compared: {} rows {}\n", rows, why);
  };
  left_out(comparison->only_before, "that only the earlier run has");
  left_out(comparison->only_after, "that only this run has");
  left_out(comparison->without_ratio, "without a ratio to the same baseline in both");
}

using namespace bench;

using Out = std::back_insert_iterator<std::string>;

std::string cell_text(const std::optional<BenchCell>& cell) {
  if (!cell) return " – | |";
  if (!cell->problem.empty()) return " failed | |";
  std::string ratios;
  if (cell->ratio) ratios += "×" + figure(cell->ratio->median);
  if (cell->to_fastest) ratios += fmt::format(" (×{})", figure(*cell->to_fastest));
  const std::string counted = instructions_text(*cell);
  return fmt::format(" {} {}{}{} | {} |", figure(cell->ns.median), spread_text(cell->ns),
                     counted.empty() ? "" : ", ", counted, ratios);
}

void append_group(Out out, const BenchReport& report, const BenchGroup& group) {
  fmt::format_to(out, "\n## {}\n\n| Benchmark | Baseline |", markdown(group.name));
  std::string rule = "|---|---|";
  for (const BenchTarget& target : report.targets) {
    fmt::format_to(out, " {} ns | × baseline (× fastest) |", markdown(target.name));
    rule += "--:|--:|";
  }
  fmt::format_to(out, "\n{}\n", rule);
  for (const BenchTableRow& row : group.rows) {
    fmt::format_to(out, "| {} | {} |", markdown(row.name), markdown(short_baseline(row.baseline)));
    for (const auto& cell : row.cells) fmt::format_to(out, "{}", cell_text(cell));
    fmt::format_to(out, "\n");
  }
}

void append_list(Out out, const char* heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  fmt::format_to(out, "\n## {}\n\n", heading);
  for (const std::string& line : lines) fmt::format_to(out, "- {}\n", markdown(line));
}

void append_comparison(Out out, const Comparison& comparison) {
  fmt::format_to(out, "\n## Against {}\n\n{}. {}.\n\n", markdown(comparison.against),
                 counts_text(comparison), markdown(comparison.test));
  for (const Change* change : told_changes(comparison)) {
    fmt::format_to(out, "- **{}**: {} {}: ×{} → ×{} of {}, p = {:.2g}\n",
                   name_of(change->direction), markdown(change->target), markdown(change->name),
                   figure(change->before), figure(change->after),
                   markdown(short_baseline(change->baseline)), change->p);
  }
  for (const std::string& note : comparison.notes) fmt::format_to(out, "- {}\n", markdown(note));
}

}  // namespace

std::string to_text(const BenchReport& report) {
  std::string text;
  const Out out(text);
  if (!report.rows.empty()) append_table(out, report, bench_table(report));
  append_series(out, report.series);
  const std::vector<std::string> counted = counted_lines(report);
  if (!counted.empty()) fmt::format_to(out, "\nCounted besides\n");
  for (const std::string& line : counted) fmt::format_to(out, "  {}\n", tidy(line));
  fmt::format_to(out, "\n");
  for (const std::string& line : conditions(report)) fmt::format_to(out, "{}\n", tidy(line));
  fmt::format_to(out,
                 "Medians; spread: distance of the quartiles; x base: to the baseline in the same "
                 "process; x best: to the fastest target; -: lacks it\n");
  for (const BenchTarget& target : report.targets) {
    if (target.missing.empty()) continue;
    fmt::format_to(out, "{} lacks: {}\n", tidy(target.name),
                   visible(fmt::format("{}", fmt::join(target.missing, "; "))));
  }
  for (const std::string& problem : report.problems) {
    fmt::format_to(out, "failed: {}\n", tidy(problem));
  }
  append_comparison(out, report.comparison);
  if (report.interrupted) fmt::format_to(out, "Interrupted: this is what was done until then.\n");
  return text;
}

std::string to_markdown(const BenchReport& report) {
  std::string text = "# What MPI_T costs\n\n";
  const Out out(text);
  for (const std::string& line : conditions(report)) fmt::format_to(out, "{}.\n", markdown(line));
  if (report.comparison) append_comparison(out, *report.comparison);
  for (const BenchGroup& group : bench_table(report)) append_group(out, report, group);
  std::vector<std::string> growth, missing;
  for (const Series& series : report.series) {
    growth.push_back(fmt::format("{}, {}: {}", series.what, series.target, growth_text(series)));
  }
  for (const BenchTarget& target : report.targets) {
    if (target.missing.empty()) continue;
    missing.push_back(fmt::format("{}: {}", target.name, fmt::join(target.missing, "; ")));
  }
  append_list(out, "Growth", growth);
  append_list(out, "Counted besides", counted_lines(report));
  append_list(out, "Missing", missing);
  append_list(out, "Failed", report.problems);
  return text;
}

}  // namespace mpitcheck::report
