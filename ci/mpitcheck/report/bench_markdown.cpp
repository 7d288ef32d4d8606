// SPDX-License-Identifier: BSD-3-Clause
// The figures of benchmarks in GitHub-flavoured Markdown.
#include <fmt/format.h>

#include <iterator>

#include "bench/compare.hpp"
#include "report/bench_report.hpp"
#include "report/bench_table.hpp"
#include "report/markdown_text.hpp"
#include "report/text.hpp"

namespace mpitcheck::report {
namespace {

using namespace bench;

using Out = std::back_insert_iterator<std::string>;

std::string cell_text(const std::optional<BenchCell>& cell) {
  if (!cell) return " – | |";
  if (!cell->problem.empty()) return " failed | |";
  std::string ratios;
  if (cell->ratio) ratios += "×" + figure(cell->ratio->median);
  if (cell->to_fastest) ratios += fmt::format(" (×{})", figure(*cell->to_fastest));
  const std::string instructions = instructions_text(*cell);
  return fmt::format(" {} {}{}{} | {} |", figure(cell->ns.median), spread_text(cell->ns),
                     instructions.empty() ? "" : ", ", instructions, ratios);
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
