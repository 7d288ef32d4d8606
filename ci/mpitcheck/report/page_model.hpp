// SPDX-License-Identifier: BSD-3-Clause
// A report arranged for the page: clauses in groups, findings first, each with its verdicts per
// target. The JSON inside the page, made for its script and not for other readers (they have
// report.json), and the parts of the page that need no JavaScript: HTML with everything escaped.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck::report {

/// The groups of clauses, in the order of the page.
enum class Group { broken, deviating, not_judged, kept, nothing_examined, not_run };

inline constexpr std::array<Group, 6> all_groups = {Group::broken,           Group::deviating,
                                                    Group::not_judged,       Group::kept,
                                                    Group::nothing_examined, Group::not_run};

/// The heading of a group.
std::string_view title(Group group);

/// The letter that stands for a verdict in the page's data.
char letter(Verdict verdict);
/// The letter for a target on which no test of the clause was run.
inline constexpr char not_run_letter = '-';

/// A test and what it came to on each target.
struct PageTest {
  std::size_t index;  ///< its place in PageModel::tests
  std::string label;  ///< its name; "suite: name" where a report has several suites
  std::vector<const TestResult*> results;  ///< per target; null: not run there
};

struct PageClause {
  const ClauseResult* clause;
  Group group;
  std::string letters;  ///< the clause's verdict, a letter per target
  /// The tests that cite it, each with its verdict on this clause, a letter per target.
  std::vector<std::pair<const PageTest*, std::string>> tests;
};

class PageModel {
 public:
  /// Refers to `report`, which must outlive it.
  explicit PageModel(const RunReport& report);
  PageModel(const PageModel&) = delete;
  PageModel& operator=(const PageModel&) = delete;

  const RunReport& report;
  std::vector<PageTest> tests;
  std::vector<PageClause> clauses;  ///< by group, within a group in the catalogue's order
};

/// Where the clause stands in each MPI version, equal neighbours joined:
/// "3.0–3.1: 14.3.6, 4.0: 15.3.6".
std::string sections_line(const ClauseResult& clause);

/// What the filters need. Both texts are fit for a script element: no <, >, &, U+2028 or U+2029.
std::string row_data(const PageModel& page);

/// What the details need, read by the script when a reader first asks for it. Evidence beyond
/// `limit` bytes is left out, and marked so.
std::string detail_data(const PageModel& page, std::size_t limit = 24'000'000);

/// Title, when and how the run was made, and a notice if it is incomplete.
std::string header_section(const PageModel& page);

/// A line per finding, its details behind it; in about `limit` bytes.
std::string findings_section(const PageModel& page, std::size_t limit = 2'000'000);

/// What the gate says. Two tables, targets as rows: what each exposes, and its clauses and tests by
/// verdict. Then what verdicts mean.
std::string targets_section(const PageModel& page);

/// Clauses as rows, targets as columns.
std::string matrix_section(const PageModel& page);

/// For readers without JavaScript: sections, tests and evidence per clause, in at most about
/// `limit` bytes.
std::string evidence_section(const PageModel& page, std::size_t limit = 3'000'000);

}  // namespace mpitcheck::report
