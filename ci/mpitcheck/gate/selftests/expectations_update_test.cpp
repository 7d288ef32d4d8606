// SPDX-License-Identifier: BSD-3-Clause
// What --update-expectations makes of a file.
#include "ci/mpitcheck/gate/expectations_update.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/mpitcheck/judge/finding.hpp"
#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TestResult sample_result(const std::string& name, Verdict verdict,
                         const std::string& message = "m") {
  TestResult test;
  test.target = "mine";
  test.name = name;
  test.verdict = verdict;
  test.level = "must";
  test.message = message;
  return test;
}

constexpr const char* head = "library: Mine\nversion: 1.*\n\n";

/// The updated entries, as text.
std::string updated(const std::string& entries, const std::vector<TestResult>& tests,
                    std::vector<std::string> unselected = {}) {
  for (const TestResult& test : tests) unselected.push_back(test.name);
  const Gate gate({parse_expectations(head + entries, "x.txt")}, {{"mine", "Mine 1.2", unselected}},
                  "2026-05-31");
  std::string text = to_text(updated_expectations(gate, tests).at(0));
  EXPECT_THAT(text, StartsWith("library: Mine\nversion: 1.*\n"));
  text.erase(0, std::min(text.size(), std::string(head).size()));
  return text;
}

TEST(Update, KeepsWhatFits) {
  const std::string entries =
      "# On a.\na.b   crash bug \"why\" \"m\"\n\na.c  fail  flaky  \"why\"  \"m\"\n";
  EXPECT_EQ(
      updated(entries, {sample_result("a.b", Verdict::crash), sample_result("a.c", Verdict::pass)}),
      entries);
}

TEST(Update, AddsNewOnesSorted) {
  EXPECT_EQ(updated("b  fail  bug  \"why\"  \"m\"\n",
                    {sample_result("c", Verdict::crash), sample_result("b", Verdict::fail),
                     sample_result("a", Verdict::fail, "at 0x1")}),
            "a  fail  bug  \"to be reviewed\"  \"at \"\n"
            "b  fail  bug  \"why\"  \"m\"\n"
            "c  crash  bug  \"to be reviewed\"  \"m\"\n");
}

/// Of one function, which answers that code.
TestResult sample_failure(const std::string& name, const std::string& code) {
  TestResult test = sample_result(name, Verdict::fail);
  Failure& failure = test.failures.emplace_back();
  failure.clause = "a-rule";
  failure.level = "must";
  failure.fact = Fact{"MPI_T_cvar_read", "code", Relation::one_of, {"MPI_SUCCESS"}, code};
  return test;
}

TEST(Update, GathersTestsUnderTheirCause) {
  const std::vector<TestResult> tests{sample_failure("a", "MPI_T_ERR_INVALID"),
                                      sample_failure("b", "MPI_ERR_OTHER"),
                                      sample_failure("c", "MPI_T_ERR_INVALID")};
  const std::string once = updated("", tests);
  const std::string invalid = id_of(cause_of(tests[0].failures[0], "a"));
  const std::string other = id_of(cause_of(tests[1].failures[0], "b"));
  EXPECT_EQ(once, fmt::format("cause  {0}  bug\n  \"to be reviewed\"\n"
                              "a  fail  {0}  \"m\"\nc  fail  {0}  \"m\"\n\n"
                              "cause  {1}  bug\n  \"to be reviewed\"\nb  fail  {1}  \"m\"\n",
                              invalid, other));
  EXPECT_EQ(updated(once, tests), once);
}

TEST(Update, AnotherCauseIsAnotherEntry) {
  const std::string before = updated("", {sample_failure("a", "MPI_T_ERR_INVALID")});
  const TestResult now = sample_failure("a", "MPI_ERR_OTHER");
  const std::string id = id_of(cause_of(now.failures[0], "a"));
  EXPECT_EQ(updated(before, {now}),
            fmt::format("cause  {0}  bug\n  \"to be reviewed\"\na  fail  {0}  \"m\"\n", id));
}

TEST(Update, LeavesOutWhatPassesOrIsGone) {
  EXPECT_EQ(updated("a  fail  bug  \"why\"  \"m\"\nb  fail  bug  \"why\"  \"m\"\nc  fail  bug  "
                    "\"why\"  \"m\"\n",
                    {sample_result("a", Verdict::pass), sample_result("b", Verdict::fail)}),
            "b  fail  bug  \"why\"  \"m\"\n");
}

TEST(Update, KeepsReasonAndCommentsOfWhatChanged) {
  EXPECT_EQ(updated("# Note.\na  crash  wontfix  \"why\"  \"m\"  until=2030-01-01\n",
                    {sample_result("a", Verdict::fail, "n")}),
            "# Note.\na  fail  wontfix  \"why\"  \"n\"  until=2030-01-01\n");
}

TEST(Update, ReplacesAGlobThatNoLongerFits) {
  EXPECT_EQ(updated("# Note.\na.*  fail  bug  \"why\"  \"m\"\n",
                    {sample_result("a.1", Verdict::pass),
                     sample_result("a.2", Verdict::fail, "m and more"),
                     sample_result("a.3", Verdict::crash, "n")}),
            "# Note.\na.2  fail  bug  \"why\"  \"m\"\n\na.3  crash  bug  \"why\"  \"n\"\n");
}

TEST(Update, ReplacesAGlobThatIsTooWide) {
  std::vector<TestResult> tests;
  for (int i = 0; i < 21; ++i)
    tests.push_back(sample_result(fmt::format("a.{}", i), Verdict::fail));
  const std::string text = updated("a.*  fail  bug  \"why\"  \"m\"\n", tests);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 21);
}

TEST(Update, LeavesAloneWhatWasNotJudged) {
  const std::string entries =
      "a  fail  bug  \"why\"  \"m\"\nb  fail  bug  \"why\"  \"m\"\nc.*  fail  bug  \"why\"  "
      "\"m\"\n";
  EXPECT_EQ(
      updated(entries, {sample_result("b", Verdict::error), sample_result("c.1", Verdict::pass)},
              {"a", "c.2"}),
      entries);
}

TEST(Update, IsStable) {
  const std::vector<TestResult> tests = {sample_result("b", Verdict::fail),
                                         sample_result("a", Verdict::crash)};
  const std::string once = updated("", tests);
  EXPECT_EQ(updated(once, tests), once);
}

TEST(Update, IsRefusedWithoutTarget) {
  const Gate gate({parse_expectations("library: Other\nversion: 2\n", "x.txt")},
                  {{"mine", "Mine 1.2", {}}}, "2026-05-31");
  try {
    require_targets(gate);
    FAIL();
  } catch (const UserError& problem) {
    EXPECT_EQ(problem.exit_code(), exit_usage);
    EXPECT_THAT(problem.what(),
                HasSubstr("x.txt is for Other 2, the targets of this run are Mine 1.2"));
  }
}

}  // namespace
}  // namespace mpitcheck
