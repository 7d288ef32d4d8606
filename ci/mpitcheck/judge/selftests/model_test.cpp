// SPDX-License-Identifier: BSD-3-Clause
// Derivations of the model: clause verdicts, the gate.
#include "ci/mpitcheck/judge/model.hpp"

#include <gtest/gtest.h>

namespace mpitcheck {
namespace {

TestResult result(Verdict verdict, const std::string& level = "must") {
  TestResult test;
  test.target = "t";
  test.name = "a.test";
  test.clauses = {"one", "two"};
  test.verdict = verdict;
  test.level = level;
  return test;
}

TEST(Verdicts, HaveWordsThatReadBack) {
  for (const Verdict verdict : all_verdicts) EXPECT_EQ(verdict_named(name(verdict)), verdict);
  EXPECT_FALSE(verdict_named("passed"));
}

TEST(ClauseVerdict, SeparatesTheClausesOfATest) {
  TestResult test = result(Verdict::fail);
  test.examinations = {{"one", 5, 2}, {"two", 5, 0}};
  EXPECT_EQ(clause_verdict(test, "one", "must"), Verdict::fail);
  EXPECT_EQ(clause_verdict(test, "one", "should"), Verdict::warn);
  EXPECT_EQ(clause_verdict(test, "one", "quality"), Verdict::quality);
  EXPECT_EQ(clause_verdict(test, "one", "advice"), Verdict::pass);  // binds nobody
  EXPECT_EQ(clause_verdict(test, "two", "must"), Verdict::pass);
}

TEST(ClauseVerdict, ChargesACrashToItsClauseOnly) {
  TestResult test = result(Verdict::crash);
  test.charged = {"one"};
  EXPECT_EQ(clause_verdict(test, "one", "must"), Verdict::crash);
  EXPECT_EQ(clause_verdict(test, "two", "must"), Verdict::vacuous);
}

TEST(ClauseVerdict, IsNeverAPassWithoutAnExamination) {
  TestResult test = result(Verdict::pass);
  test.examinations = {{"one", 0, 0}};
  EXPECT_EQ(clause_verdict(test, "one", "must"), Verdict::vacuous);
  EXPECT_EQ(clause_verdict(test, "two", "must"), Verdict::vacuous);
  EXPECT_EQ(clause_verdict(result(Verdict::error), "one", "must"), Verdict::error);
  test = result(Verdict::error);
  test.examinations = {{"one", 3, 0}};
  EXPECT_EQ(clause_verdict(test, "one", "must"), Verdict::error);
}

TEST(ClauseVerdicts, MergeOverTestsAndTargets) {
  RunReport report;
  report.clauses.resize(2);
  report.clauses[0].id = "one";
  report.clauses[0].level = "must";
  report.clauses[1].id = "two";
  TestResult pass = result(Verdict::pass);
  pass.examinations = {{"one", 1, 0}};
  TestResult fail = result(Verdict::fail);
  fail.name = "b.test";
  fail.clauses = {"one"};
  fail.examinations = {{"one", 1, 1}};
  TestResult elsewhere = pass;
  elsewhere.target = "u";
  report.tests = {pass, fail, elsewhere};
  derive_clause_verdicts(report);
  EXPECT_EQ(report.clauses[0].verdicts.at("t"), Verdict::fail);
  EXPECT_EQ(report.clauses[0].verdicts.at("u"), Verdict::pass);
  EXPECT_EQ(report.clauses[1].verdicts.at("t"), Verdict::vacuous);
  EXPECT_EQ(report.clauses[0].tests, (std::vector<std::string>{"a.test", "b.test"}));
}

TEST(Gate, OnlyABrokenMustDecides) {
  RunReport report;
  EXPECT_EQ(exit_code_of(report), 0);
  for (const Verdict verdict : {Verdict::pass, Verdict::warn, Verdict::quality, Verdict::vacuous,
                                Verdict::not_applicable}) {
    report.tests.push_back(result(verdict));
  }
  report.tests.push_back(result(Verdict::crash, "quality"));
  EXPECT_EQ(exit_code_of(report), 0);
  report.tests.push_back(result(Verdict::error));
  EXPECT_EQ(exit_code_of(report), 3);
  report.tests.push_back(result(Verdict::timeout));
  EXPECT_EQ(exit_code_of(report), 1);
}

}  // namespace
}  // namespace mpitcheck
