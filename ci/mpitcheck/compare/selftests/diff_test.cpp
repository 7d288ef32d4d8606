// SPDX-License-Identifier: BSD-3-Clause
// What became better, worse or different between two reports.
#include "ci/mpitcheck/compare/diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"

namespace mpitcheck {
namespace {

using report::samples::plausible;
using testing::HasSubstr;
using testing::Not;

TestResult& test_of(RunReport& report, const std::string& target, const std::string& name) {
  for (TestResult& test : report.tests) {
    if (test.target == target && test.name == name) return test;
  }
  throw std::runtime_error("no test " + name);
}

/// The one change of a test of mpich that goes from `before` to `after`.
std::string change(Verdict before, Verdict after) {
  RunReport older = plausible(), newer = plausible();
  test_of(older, "mpich", "cvar.info.name-unique").verdict = before;
  test_of(newer, "mpich", "cvar.info.name-unique").verdict = after;
  std::string found;
  for (const TargetDiff& target : diff_reports(older, newer).targets) {
    for (const TestDifference& it : target.tests) found += name(it.change);
  }
  return found;
}

TEST(Diff, EqualReportsDoNotDiffer) {
  const ReportDiff diff = diff_reports(plausible(), plausible());
  ASSERT_EQ(diff.targets.size(), 3u);
  for (const TargetDiff& target : diff.targets) {
    EXPECT_TRUE(target.tests.empty());
    EXPECT_TRUE(target.objects.empty());
  }
  EXPECT_THAT(diff_text(diff), HasSubstr("no difference"));
}

TEST(Diff, TellsRegressionsFromFixesAndOtherDifferences) {
  using V = Verdict;
  for (const auto& [before, after] :
       std::vector<std::pair<V, V>>{{V::pass, V::fail},
                                    {V::pass, V::warn},
                                    {V::vacuous, V::crash},
                                    {V::fail, V::crash},
                                    {V::quality, V::fail},
                                    {V::not_applicable, V::timeout}}) {
    EXPECT_EQ(change(before, after), "regression") << name(before) << " " << name(after);
  }
  for (const auto& [before, after] : std::vector<std::pair<V, V>>{
           {V::fail, V::pass}, {V::crash, V::fail}, {V::warn, V::pass}, {V::fail, V::quality}}) {
    EXPECT_EQ(change(before, after), "fix") << name(before) << " " << name(after);
  }
  for (const auto& [before, after] :
       std::vector<std::pair<V, V>>{{V::fail, V::vacuous},
                                    {V::pass, V::vacuous},
                                    {V::pass, V::error},
                                    {V::error, V::fail},
                                    {V::vacuous, V::pass},
                                    {V::not_applicable, V::vacuous}}) {
    EXPECT_EQ(change(before, after), "difference") << name(before) << " " << name(after);
  }
  EXPECT_EQ(change(V::pass, V::pass), "");
}

TEST(Diff, TellsAChangedMessageButNoChangedAddress) {
  RunReport newer = plausible();
  test_of(newer, "mpich", "cvar.info.name-nonempty").message = "another text";
  ReportDiff diff = diff_reports(plausible(), newer);
  EXPECT_EQ(count(diff, TestChange::message), 1u);
  EXPECT_EQ(count(diff, TestChange::regression), 0u);
  RunReport older = plausible();
  test_of(older, "mpich", "cvar.info.name-nonempty").message = "SIGSEGV in f(0x55d48d96c480)";
  test_of(newer, "mpich", "cvar.info.name-nonempty").message = "SIGSEGV in f(0x7ffd9e246eb8)";
  EXPECT_EQ(count(diff_reports(older, newer), TestChange::message), 0u);
}

TEST(Diff, TellsBehaviourAddedAndRemovedTests) {
  RunReport newer = plausible();
  test_of(newer, "mpich", "cvar.info.info-null-out-ignored").behaviours[0].value = "another code";
  test_of(newer, "openmpi", "cvar.info.num-nonnegative").name = "cvar.info.renamed";
  const ReportDiff diff = diff_reports(plausible(), newer);
  EXPECT_EQ(count(diff, TestChange::behaviour), 1u);
  EXPECT_EQ(count(diff, TestChange::added), 1u);
  EXPECT_EQ(count(diff, TestChange::removed), 1u);
  EXPECT_THAT(diff_text(diff), HasSubstr("    - MPI_SUCCESS\n    + another code\n"));
}

TEST(Diff, PairsTheTargetThatIsLeftOver) {
  RunReport newer = plausible();
  newer.targets[1].name = "mpich-next";
  newer.targets[1].library_version = "MPICH Version:\t4.2.0";
  for (TestResult& test : newer.tests) {
    if (test.target == "mpich") test.target = "mpich-next";
  }
  const ReportDiff diff = diff_reports(plausible(), newer);
  ASSERT_EQ(diff.targets.size(), 3u);
  EXPECT_TRUE(diff.targets.back().tests.empty());
  EXPECT_THAT(diff_text(diff), HasSubstr("mpich -> mpich-next: MPICH 4.0.2 -> MPICH 4.2.0"));
}

TEST(Diff, TellsTargetsThatOneReportLacks) {
  RunReport newer = plausible();
  newer.targets.pop_back();
  std::erase_if(newer.tests, [](const TestResult& test) { return test.target == "openmpi"; });
  EXPECT_THAT(diff_text(diff_reports(plausible(), newer)), HasSubstr("target removed: openmpi"));
  EXPECT_THAT(diff_text(diff_reports(newer, plausible())), HasSubstr("target added: openmpi"));
  newer.targets.clear();
  newer.tests.clear();
  EXPECT_THROW(diff_reports(plausible(), newer), UserError);
}

TEST(Diff, SaysWhatWasNotCompared) {
  RunReport older = plausible();
  older.targets[1].inventory.clear();
  older.footer.complete = false;
  const std::string text = diff_text(diff_reports(older, plausible()));
  EXPECT_THAT(text, HasSubstr("variables were not compared"));
  EXPECT_THAT(text, HasSubstr("note: the old report is incomplete"));
}

TEST(Diff, IsPrintedForPrograms) {
  RunReport newer = plausible();
  test_of(newer, "mpich", "cvar.info.name-unique").verdict = Verdict::fail;
  newer.targets[1].inventory[0].type["datatype"] = "MPI_COUNT";
  const auto json = nlohmann::json::parse(diff_json(diff_reports(plausible(), newer)));
  EXPECT_EQ(json.at("tests").at("regression"), 1);
  const auto& mpich = json.at("targets").at(1);
  EXPECT_EQ(mpich.at("tests").at(0).at("old_verdict"), "pass");
  EXPECT_EQ(mpich.at("tests").at(0).at("new_verdict"), "fail");
  EXPECT_EQ(mpich.at("objects").at(0).at("detail"), "datatype MPI_INT -> MPI_COUNT");
}

TEST(Diff, HostileTextIsEscaped) {
  RunReport newer = report::samples::small();
  for (TestResult& test : newer.tests) test.verdict = Verdict::crash;
  newer.targets[1].inventory[0].type["datatype"] = "\x1b[31m";
  const ReportDiff diff = diff_reports(report::samples::small(), newer);
  EXPECT_GT(count(diff, TestChange::regression), 0u);
  const std::string text = diff_text(diff);
  EXPECT_THAT(text, HasSubstr("retyped"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\xff")));
  EXPECT_TRUE(nlohmann::json::accept(diff_json(diff)));
}

}  // namespace
}  // namespace mpitcheck
