// SPDX-License-Identifier: BSD-3-Clause
// A report arranged for the page: clauses in groups, findings first, each with its verdicts per
// target.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model.hpp"

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

}  // namespace mpitcheck::report
