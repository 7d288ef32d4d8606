// SPDX-License-Identifier: BSD-3-Clause
// Reports side by side.
#include "ci/mpitcheck/compare/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"

namespace mpitcheck {
namespace {

using report::samples::plausible;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const ClauseRow& row(const Comparison& comparison, std::string_view id) {
  const auto found =
      std::ranges::find(comparison.rows, id, [](const ClauseRow& it) { return it.clause.id; });
  if (found == comparison.rows.end()) throw std::runtime_error("no such clause");
  return *found;
}

TEST(Comparison, ColumnsAreTheTargetsOfAllReportsUnderNamesOfTheirOwn) {
  RunReport newer = plausible();
  newer.targets[1].library_version = "MPICH Version:\t4.2.0\nMPICH Release date: later";
  const Comparison comparison = compare({{"old.json", plausible()}, {"new.json", newer}});
  std::vector<std::string> labels;
  for (const Column& column : comparison.columns) labels.push_back(column.label);
  EXPECT_THAT(labels,
              ElementsAre("mpitcheck reference 0.1.0", "MPICH 4.0.2", "Open MPI 4.1.4",
                          "mpitcheck reference 0.1.0 #2", "MPICH 4.2.0", "Open MPI 4.1.4 #2"));
  newer.targets[2].name = "another";
  newer.tests.clear();
  newer.findings.clear();
  EXPECT_EQ(compare({{"a.json", plausible()}, {"b.json", newer}}).columns[5].label,
            "Open MPI 4.1.4 (another)");
  EXPECT_EQ(comparison.columns[4].path, "new.json");
}

TEST(Comparison, TellsTheOnlyOneThatDiffersAmongThoseThatJudge) {
  const Comparison comparison = compare({{"a.json", plausible()}});
  EXPECT_THAT(row(comparison, "cvar-name-nonempty").odd, ElementsAre(1u));
  EXPECT_TRUE(row(comparison, "cvar-name-nonempty").verdicts_differ);
  EXPECT_THAT(row(comparison, "cvar-desc-recommended").odd, ElementsAre(0u));
  EXPECT_FALSE(row(comparison, "cvar-num-nonnegative").verdicts_differ);
  // vacuous on one of them: two that judge, and neither is the only one
  EXPECT_TRUE(row(comparison, "pvar-session-isolated").verdicts_differ);
  EXPECT_THAT(row(comparison, "pvar-session-isolated").odd, IsEmpty());
  // pass, vacuous, pass; and pass, error, pass
  EXPECT_FALSE(row(comparison, "pvar-class-counter-monotonic").verdicts_differ);
  EXPECT_FALSE(row(comparison, "category-changed-stamp").verdicts_differ);
}

TEST(Comparison, TellsALibraryThatDiffersInAllItsVersions) {
  RunReport newer = plausible();
  newer.targets[2].library_version = "Open MPI v5.0.8";
  const Comparison comparison = compare({{"a.json", plausible()}, {"b.json", newer}});
  const auto parties = [&](std::string_view id) {
    std::vector<std::string> names;
    for (const std::size_t party : row(comparison, id).odd)
      names.push_back(comparison.parties[party]);
    return names;
  };
  EXPECT_THAT(parties("init-finalize-after-mpi"), ElementsAre("Open MPI"));
  EXPECT_THAT(parties("cvar-name-nonempty"), ElementsAre("MPICH"));
  newer.clauses[2].verdicts["openmpi"] = Verdict::pass;  // fails in the old version only
  const Comparison mended = compare({{"a.json", plausible()}, {"b.json", newer}});
  EXPECT_THAT(row(mended, "cvar-name-unique").odd, ElementsAre(2u));
  EXPECT_EQ(mended.parties[2], "Open MPI 4.1.4");
}

TEST(Comparison, BehaviourIsNoVerdict) {
  RunReport report = plausible();
  for (TestResult& test : report.tests) {
    if (test.target == "openmpi" && !test.behaviours.empty()) {
      test.behaviours[0].value = "MPI_T_ERR_INVALID";
    }
  }
  const Comparison comparison = compare({{"a.json", report}});
  const ClauseRow& clause = row(comparison, "cvar-info-null-out-ignored");
  EXPECT_FALSE(clause.verdicts_differ);
  EXPECT_TRUE(clause.behaviours_differ);
  EXPECT_THAT(clause.odd, ElementsAre(2u));
  ASSERT_EQ(clause.behaviours.size(), 1u);
  EXPECT_THAT(clause.behaviours[0].values,
              ElementsAre("MPI_SUCCESS", "MPI_SUCCESS", "MPI_T_ERR_INVALID"));
  EXPECT_THAT(clause.deviations, IsEmpty());
}

TEST(Comparison, AClauseThatOneReportLacksIsNotRunThere) {
  RunReport older = plausible();
  older.clauses.erase(older.clauses.begin());
  const Comparison comparison = compare({{"old.json", older}, {"new.json", plausible()}});
  EXPECT_EQ(comparison.rows.size(), plausible().clauses.size());
  const ClauseRow& clause = row(comparison, "cvar-num-nonnegative");
  EXPECT_EQ(clause.verdicts[0], std::nullopt);
  EXPECT_EQ(clause.verdicts[3], Verdict::pass);
}

TEST(Comparison, FindsNamesThatOnlyOneHas) {
  const Comparison comparison = compare({{"a.json", plausible()}});
  ASSERT_EQ(comparison.only.size(), 1u);
  EXPECT_EQ(comparison.only[0].column, 1u);
  EXPECT_EQ(comparison.only[0].kind, "category");
  EXPECT_THAT(comparison.only[0].names, ElementsAre("COLLECTIVE"));
}

TEST(Comparison, ASingleInventoryHasNothingForItselfAlone) {
  RunReport report = plausible();
  report.targets[0].inventory.clear();
  EXPECT_THAT(compare({{"a.json", report}}).only, IsEmpty());
}

TEST(Comparison, BeginsWithFindingsAndTheFirstVersionThatHasThem) {
  RunReport newer = plausible();
  newer.targets[2].library_version = "Open MPI v4.1.10";
  const Comparison comparison = compare({{"new.json", newer}, {"old.json", plausible()}});
  ASSERT_EQ(comparison.findings.size(), plausible().findings.size());
  const auto found = std::ranges::find_if(comparison.findings, [](const FindingRow& it) {
    return it.finding.clauses.front() == "cvar-name-unique";
  });
  ASSERT_NE(found, comparison.findings.end());
  EXPECT_THAT(found->first_seen, ElementsAre("Open MPI 4.1.4"));
  EXPECT_EQ(found->verdicts[2], Verdict::fail);
  EXPECT_EQ(found->verdicts[1], std::nullopt);
  const std::string text = comparison_markdown(comparison);
  EXPECT_LT(text.find("## Findings"), text.find("## Columns"));
  EXPECT_THAT(text, HasSubstr("| " + found->finding.id + " cvar-name-unique: expected"));
}

TEST(Comparison, NeedsATarget) {
  RunReport report = plausible();
  report.targets.clear();
  report.tests.clear();
  EXPECT_THROW(compare({{"a.json", report}}), UserError);
}

TEST(ComparisonMarkdown, HoldsWhatDiffersAndNothingElse) {
  const std::string text = comparison_markdown(compare({{"a.json", plausible()}}));
  EXPECT_THAT(text, HasSubstr("| cvar-name-nonempty (must) | ✓ pass | ✗ fail | ✓ pass |\n"));
  EXPECT_THAT(text, Not(HasSubstr("cvar-num-nonnegative")));
  EXPECT_THAT(text, HasSubstr("| MPICH 4.0.2 | category | 1 |"));
}

TEST(ComparisonMarkdown, HostileTextIsNoMarkup) {
  RunReport report = report::samples::small();
  report.tests[3].behaviours[0].key = "A | B <img>";
  const std::string text = comparison_markdown(compare({{"<img>|.json", report}}));
  EXPECT_THAT(text, HasSubstr(report::samples::mark));
  EXPECT_THAT(text, Not(HasSubstr("<img")));
  EXPECT_THAT(text, Not(HasSubstr("<script")));
}

}  // namespace
}  // namespace mpitcheck
