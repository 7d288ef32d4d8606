// SPDX-License-Identifier: BSD-3-Clause
// Reports side by side: clauses as rows, the targets of all reports as columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck {

/// A report and the file that it was read from.
struct NamedReport {
  std::string path;
  RunReport report;
};

struct Column {
  std::string label;    ///< unique, e.g. "MPICH 4.0.2"
  std::string library;  ///< e.g. "MPICH"; the target's name if the library does not say
  std::string path, started;
  TargetResult target;
  bool complete = true;
};

/// A test's message that tells of a deviation.
struct Deviation {
  std::size_t column;
  std::string test;
  Verdict verdict;
  std::string message;
};

/// What the columns do where the standard leaves a choice; an empty value: nothing was seen.
struct BehaviourRow {
  std::string key;
  std::vector<std::string> values;
  bool differs = false;
  std::vector<std::size_t> odd;  ///< as in ClauseRow
};

/// A finding and the columns that have it.
struct FindingRow {
  Finding finding;                               ///< as the last report with it tells it
  std::vector<std::optional<Verdict>> verdicts;  ///< nothing: not found there
  std::vector<std::string> first_seen;  ///< per library the label of its lowest version with it
};

struct ClauseRow {
  ClauseResult clause;  ///< as the last report with it has it, without tests and verdicts
  std::vector<std::optional<Verdict>> verdicts;  ///< nothing: no test of it was run there
  std::vector<Deviation> deviations;
  std::vector<BehaviourRow> behaviours;
  bool verdicts_differ = false;
  bool behaviours_differ = false;
  std::vector<std::size_t>
      odd;  ///< parties that alone differ, while all others (two or more) agree
};

/// Names that only one column has.
struct OnlyOne {
  std::size_t column;
  std::string kind;  ///< as in NamedObject
  std::vector<std::string> names;
};

struct Comparison {
  std::vector<Column> columns;
  std::vector<FindingRow> findings;  ///< by level, then those that most columns have
  std::vector<std::string> parties;  ///< labels of the columns, then libraries with several columns
  std::vector<ClauseRow> rows;       ///< those of the last report first, in its order
  std::vector<OnlyOne> only;         ///< without empty ones
};

/// A verdict differs from another one if both judge: not applicable, vacuous and our own errors say
/// nothing of a library. Throws UserError if the reports have no target.
Comparison compare(const std::vector<NamedReport>& reports);

/// The findings of all reports, whose targets are the columns.
std::vector<FindingRow> finding_rows(const std::vector<Column>& columns,
                                     const std::vector<NamedReport>& reports);

/// What only one of the columns with an inventory has, if there are two or more of these.
std::vector<OnlyOne> only_one_has(const std::vector<Column>& columns);

/// Markdown: what differs. HTML: one self-contained page with everything, and with the costs, if
/// any.
std::string comparison_markdown(const Comparison& comparison);
std::string comparison_page(const Comparison& comparison, const report::BenchSection& bench = {});

}  // namespace mpitcheck
