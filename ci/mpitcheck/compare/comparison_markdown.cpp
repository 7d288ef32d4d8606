// SPDX-License-Identifier: BSD-3-Clause
// What differs between the columns of a comparison, as Markdown.
#include <fmt/format.h>

#include <iterator>

#include "ci/mpitcheck/compare/comparison.hpp"
#include "ci/mpitcheck/report/text.hpp"
#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck {
namespace {

using report::markdown;

constexpr std::size_t longest_cell = 80;
constexpr std::size_t longest_line = 200;  // of a finding

std::string shown(std::string_view text) { return markdown(report::shortened(text, longest_cell)); }

// The head of a table: `first`, then the columns.
std::string head(const std::vector<Column>& columns, std::string_view first) {
  std::string out = fmt::format("\n| {} |", first);
  std::string rule = "\n|---|";
  for (const char c : first) rule += c == '|' ? "---|" : "";
  for (const Column& column : columns) {
    out += fmt::format(" {} |", shown(column.label));
    rule += "---|";
  }
  return out + rule + '\n';
}

std::string columns_list(const std::vector<Column>& columns) {
  std::string out =
      "| Column | Target | MPI | Objects (cvars, pvars, categories) | Report |\n"
      "|---|---|---|---|---|\n";
  for (const Column& column : columns) {
    const auto& counts = column.target.counts;
    out += fmt::format(
        "| {} | {} | {} | {} | {}, {}{} |\n", shown(column.label), shown(column.target.name),
        shown(column.target.mpi_version),
        counts ? fmt::format("{}, {}, {}", counts->cvars, counts->pvars, counts->categories)
               : "no inventory",
        shown(column.path), shown(column.started), column.complete ? "" : ", incomplete");
  }
  return out;
}

std::string verdict_cell(const std::optional<Verdict>& verdict) {
  return verdict ? fmt::format(" {} {} |", report::symbol(*verdict), name(*verdict)) : " not run |";
}

// A row per finding: which columns have it, and since when.
std::string findings_list(const Comparison& comparison) {
  if (comparison.findings.empty()) return "\nNo findings.\n";
  std::string out = "\n## Findings\n" + head(comparison.columns, "Finding | Level | First seen in");
  for (const FindingRow& row : comparison.findings) {
    std::string seen;
    for (const std::string& label : row.first_seen) seen += (seen.empty() ? "" : ", ") + label;
    out += fmt::format("| {} {} | {} | {} |", row.finding.id,
                       markdown(report::shortened(row.finding.line, longest_line)),
                       shown(row.finding.level), shown(seen));
    for (const auto& verdict : row.verdicts) {
      out += verdict ? fmt::format(" {} {} |", report::symbol(*verdict), name(*verdict)) : " |";
    }
    out += '\n';
  }
  return out;
}

}  // namespace

std::string comparison_markdown(const Comparison& comparison) {
  std::string verdicts, behaviours;
  std::size_t differing = 0;
  for (const ClauseRow& row : comparison.rows) {
    differing += row.verdicts_differ || row.behaviours_differ ? 1 : 0;
    if (row.verdicts_differ) {
      verdicts += fmt::format("| {} ({}) |", shown(row.clause.id), shown(row.clause.level));
      for (const auto& verdict : row.verdicts) verdicts += verdict_cell(verdict);
      verdicts += '\n';
    }
    for (const BehaviourRow& behaviour : row.behaviours) {
      if (!behaviour.differs) continue;
      behaviours += fmt::format("| {}: {} |", shown(row.clause.id), shown(behaviour.key));
      for (const std::string& value : behaviour.values) {
        behaviours += fmt::format(" {} |", value.empty() ? "not seen" : shown(value));
      }
      behaviours += '\n';
    }
  }
  std::string out = fmt::format(
      "# MPI_T side by side\n{}\n## Columns\n\n{}\n{} clauses, {} of them differ in verdict or "
      "behaviour.\n",
      findings_list(comparison), columns_list(comparison.columns), comparison.rows.size(),
      differing);
  if (!verdicts.empty()) {
    out += "\n## Verdicts that differ\n" + head(comparison.columns, "Clause") + verdicts;
  }
  if (!behaviours.empty()) {
    out += "\n## Behaviour that differs\n\nThe standard leaves a choice here: no faults.\n" +
           head(comparison.columns, "Clause and subject") + behaviours;
  }
  if (comparison.only.empty()) return out;
  out += "\n## Names that only one has\n\n| Column | Kind | Names |\n|---|---|--:|\n";
  for (const OnlyOne& it : comparison.only) {
    out += fmt::format("| {} | {} | {} |\n", shown(comparison.columns[it.column].label),
                       shown(it.kind), it.names.size());
  }
  return out;
}

}  // namespace mpitcheck
