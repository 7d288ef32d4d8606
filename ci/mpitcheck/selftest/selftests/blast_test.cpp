// SPDX-License-Identifier: BSD-3-Clause
// Which blasts there are, and how one is judged.
#include "ci/mpitcheck/selftest/blast.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace mpitcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* harmful = "MPI_T_event_get_info";

TestResult test_of(const std::string& name, Verdict verdict, bool calls_it,
                   std::uint64_t examined = 1) {
  TestResult test;
  test.name = name;
  test.verdict = verdict;
  test.examinations = {{"rule", examined, 0}};
  if (calls_it) test.codes[harmful] = {"MPI_SUCCESS"};
  return test;
}

TestResult telling() {
  TestResult test = test_of("survival.queries", Verdict::crash, false);
  Failure& failure = test.failures.emplace_back();
  failure.fact = {harmful, "", Relation::survives, {}, "SIGSEGV"};
  failure.crash = true;
  return test;
}

RunReport report_of(std::vector<TestResult> tests, double seconds = 8) {
  RunReport report;
  report.targets.emplace_back().library_version = "a library";
  report.tests = std::move(tests);
  report.footer.seconds = seconds;
  return report;
}

RunReport usual() {
  return report_of({test_of("survival.queries", Verdict::pass, false),
                    test_of("strings", Verdict::pass, true), test_of("init", Verdict::pass, false),
                    test_of("events", Verdict::pass, true)});
}

BlastResult judged(std::vector<TestResult> tests, BlastCase blast = {harmful, "segv", {}},
                   double seconds = 8) {
  tests.push_back(telling());
  return judge_blast(std::move(blast), usual(), report_of(std::move(tests), seconds));
}

TEST(Blast, ObjectsAreThoseOfTheInventory) {
  const nlohmann::json inventory = {
      {"functions",
       {{"MPI_T_cvar_get_num", true},
        {"MPI_T_cvar_get_info", true},
        {"MPI_T_cvar_read", true},
        {"MPI_T_event_get_info", false}}},
      {"cvars", {{{"bind", "MPI_T_BIND_NO_OBJECT"}}, {{"bind", "MPI_T_BIND_MPI_WIN"}}}}};
  std::vector<std::string> names;
  for (const BlastCase& blast : blast_cases(inventory)) {
    if (blast.harm == "hang") names.push_back(blast.name());
  }
  EXPECT_THAT(names, ElementsAre("MPI_T_cvar_get_info:hang", "MPI_T_cvar_get_info:hang:1",
                                 "MPI_T_cvar_get_num:hang", "MPI_T_cvar_read:hang",
                                 "MPI_T_cvar_read:hang:0"));
}

TEST(Blast, WhatNeedsTheFunctionMayBeInconclusive) {
  const BlastResult result =
      judged({test_of("strings", Verdict::inconclusive, false, 0),
              test_of("init", Verdict::pass, false), test_of("events", Verdict::pass, false)});
  EXPECT_EQ(result.needing, 2U);
  EXPECT_EQ(result.inconclusive, 1U);
  EXPECT_EQ(result.share_examining(), 50);
  EXPECT_THAT(result.over(), IsEmpty());
}

TEST(Blast, OneObjectLeavesTheOthersToExamine) {
  const BlastResult result =
      judged({test_of("strings", Verdict::inconclusive, false, 0),
              test_of("init", Verdict::pass, false), test_of("events", Verdict::pass, false)},
             {harmful, "segv", 3});
  EXPECT_THAT(result.over(), ElementsAre("50 % examine other objects"));
}

TEST(Blast, AnotherVerdictOfATestThatDoesNotNeedItIsOver) {
  const BlastResult result = judged({test_of("strings", Verdict::pass, true),
                                     test_of("init", Verdict::inconclusive, false),
                                     test_of("events", Verdict::pass, true)});
  EXPECT_THAT(result.changed, SizeIs(1));
  EXPECT_THAT(result.over(), ElementsAre(HasSubstr("1 other verdicts")));
}

TEST(Blast, ATestThatJudgesTheFunctionNeedsIt) {
  TestResult inside =
      test_of("init", Verdict::fail, false);  // the record lacks what callbacks call
  inside.failures.emplace_back().fact = {harmful, "", Relation::one_of, {"MPI_SUCCESS"}, "refused"};
  const BlastResult result =
      judged({test_of("strings", Verdict::pass, false), inside}, {harmful, "refuse", {}});
  EXPECT_THAT(result.changed, IsEmpty());
  EXPECT_EQ(result.needing, 2U);
}

TEST(Blast, ATestThatEndsWithoutVerdictIsLost) {
  const BlastResult result =
      judged({test_of("strings", Verdict::early_exit, true), test_of("init", Verdict::pass, false),
              test_of("events", Verdict::pass, true)});
  EXPECT_THAT(result.over(), ElementsAre("1 tests lost"));
}

TEST(Blast, TimeAndTellingHaveTheirLimits) {
  const BlastResult slow = judged({}, {harmful, "segv", {}}, 25);
  EXPECT_THAT(slow.over(), ElementsAre("3.1 times the usual time"));
  const BlastResult silent = judge_blast({harmful, "segv", {}}, usual(), usual());
  EXPECT_THAT(silent.over(), ElementsAre("no test tells of it"));
  EXPECT_THAT(judge_blast({harmful, "refuse", {}}, usual(), usual()).over(), IsEmpty());
}

}  // namespace
}  // namespace mpitcheck
