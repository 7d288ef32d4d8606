// SPDX-License-Identifier: BSD-3-Clause
// Which fate a fault has, given what tests find with and without it.
#include "ci/mpitcheck/selftest/fate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TestResult result(const std::string& test, Verdict verdict, const std::string& broken = "",
                  const std::string& subject = "one") {
  TestResult made;
  made.name = test;
  made.verdict = verdict;
  if (!broken.empty()) {
    Failure failure;
    failure.clause = broken;
    failure.subject = subject;
    made.failures = {failure};
    made.examinations = {{broken, 9, 1}};
  }
  return made;
}

class Fates : public testing::Test {
 protected:
  Fate fate_of(const std::vector<TestResult>& tests, const std::vector<TestResult>& before = {},
               bool showed = true) {
    return FaultTrial{fault, tests, before, showed}.fate();
  }

  const FaultEntry fault{"f", "", {"rule"}};
  const TestResult pass = result("t", Verdict::pass);
  const TestResult vacuous = result("t", Verdict::vacuous);
  const TestResult fail = result("t", Verdict::fail, "rule");
  const TestResult other = result("u", Verdict::fail, "another-rule");
};

TEST_F(Fates, KilledIfATestNamesTheRule) {
  EXPECT_EQ(fate_of({pass, fail}), Fate::killed);
  EXPECT_EQ(fate_of({result("t", Verdict::quality, "rule")}), Fate::killed);
  EXPECT_EQ(fate_of({result("t", Verdict::pass, "rule")}), Fate::killed) << "advice is no verdict";
  TestResult crash = result("t", Verdict::crash);
  crash.charged = {"rule"};
  EXPECT_EQ(fate_of({crash}), Fate::killed);
}

TEST_F(Fates, BlurredIfOnlyAnotherRuleIsNamed) {
  EXPECT_EQ(fate_of({pass, other}), Fate::blurred);
  EXPECT_EQ(fate_of({fail, other}), Fate::killed);
}

TEST_F(Fates, SurvivedOnlyIfItShowedAndSomethingWasExamined) {
  EXPECT_EQ(fate_of({vacuous, pass}), Fate::survived);
  EXPECT_EQ(fate_of({vacuous, pass}, {}, false), Fate::idle);
  EXPECT_EQ(fate_of({vacuous}), Fate::unseen);
  EXPECT_EQ(fate_of({}), Fate::unseen);
  EXPECT_EQ(fate_of({result("t", Verdict::error, "rule")}), Fate::survived);
}

TEST_F(Fates, WhatWasFoundBeforeIsNotItsDoing) {
  EXPECT_EQ(fate_of({fail}, {fail}), Fate::survived);
  EXPECT_EQ(fate_of({fail}, {pass, fail}), Fate::survived) << "in one of two runs";
  EXPECT_EQ(fate_of({fail}, {pass}), Fate::killed);
}

TEST_F(Fates, AnotherOffenderIsNewWhereOneWasKnown) {
  EXPECT_EQ(fate_of({result("t", Verdict::fail, "rule", "two")}, {fail}), Fate::killed);
  TestResult more = fail;
  more.examinations[0].offenders = 2;
  EXPECT_EQ(fate_of({more}, {fail}), Fate::killed);
  EXPECT_EQ(fate_of({fail}, {more}), Fate::survived);
}

TEST_F(Fates, AnotherAnswerIsNewWhereOneWasSteady) {
  const auto with = [&](const std::string& actual) {
    TestResult made = fail;
    made.failures[0].actual = actual;
    return made;
  };
  EXPECT_EQ(fate_of({with("c")}, {with("a"), with("a")}), Fate::killed);
  EXPECT_EQ(fate_of({with("c")}, {with("a"), with("b")}), Fate::survived) << "it varies by itself";
  EXPECT_EQ(fate_of({with("c")}, {with("a")}), Fate::survived) << "it may vary by itself";
}

TEST_F(Fates, ACrashIsNewWhereAFailureWasKnown) {
  TestResult crash = fail;
  crash.verdict = Verdict::crash;
  EXPECT_EQ(fate_of({crash}, {fail}), Fate::survived) << "it may stem from another rule";
  crash.charged = {"rule"};
  EXPECT_EQ(fate_of({crash}, {fail}), Fate::killed);
  TestResult child = fail;
  child.failures[0].crash = true;
  EXPECT_EQ(fate_of({child}, {fail}), Fate::killed);
}

TEST_F(Fates, CollateralIsWhatFailsOverOtherRules) {
  const std::vector<TestResult> both{fail, other};
  const FaultTrial trial{fault, both, {}};
  ASSERT_THAT(trial.collateral(), SizeIs(1));
  EXPECT_EQ(trial.collateral()[0].test, "u");
  EXPECT_THAT(trial.collateral()[0].clauses, ElementsAre("another-rule"));
  EXPECT_THAT((FaultTrial{fault, both, {other}}.collateral()), IsEmpty());
  const std::vector<TestResult> advice{result("u", Verdict::pass, FakeTree::clause("advice"))};
  EXPECT_THAT((FaultTrial{fault, advice, {}}.collateral()), IsEmpty());
}

}  // namespace
}  // namespace mpitcheck
