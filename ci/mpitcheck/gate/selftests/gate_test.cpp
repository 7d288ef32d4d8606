// SPDX-License-Identifier: BSD-3-Clause
// Each rule of the gate.
#include "ci/mpitcheck/gate/gate.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/mpitcheck/judge/finding.hpp"

namespace mpitcheck {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TestResult test_result(const std::string& name, Verdict verdict, const std::string& message = "") {
  TestResult test;
  test.target = "mine";
  test.name = name;
  test.verdict = verdict;
  test.level = verdict == Verdict::quality ? "quality" : "must";
  test.message = message;
  return test;
}

/// A gate over one target with these tests and one file with these entries.
Gate gate_of(const std::string& entries, std::vector<std::string> tests,
             const std::string& version = "1.2") {
  return Gate({parse_expectations("library: Mine\nversion: " + version + "\n" + entries, "x.txt")},
              {{"mine", "Mine 1.2", std::move(tests)}}, "2026-05-31");
}

std::vector<GateFinding> findings(const std::string& entries,
                                  const std::vector<TestResult>& tests) {
  std::vector<std::string> names;
  for (const TestResult& test : tests) names.push_back(test.name);
  return gate_of(entries, names).conclude(tests).findings;
}

/// The only finding, as problem, advice and line.
std::string only(const std::vector<GateFinding>& found) {
  if (found.size() != 1) return fmt::format("{} findings", found.size());
  return fmt::format("{} | {} | {}", name(found[0].problem), found[0].advice, found[0].line);
}

constexpr const char* known = "a.b  crash  bug  \"why\"  \"in f(\"\n";

TEST(Gate, AnEntryOfACauseFitsNoOtherCause) {
  TestResult test = test_result("a.b", Verdict::fail, "m");
  Failure& failure = test.failures.emplace_back();
  failure.fact = Fact{"MPI_T_cvar_read", "code", Relation::one_of, {"MPI_SUCCESS"}, "MPI_ERR_ARG"};
  const auto entry = [](const std::string& cause) {
    return fmt::format("cause {0} bug \"why\"\na.b fail {0} \"m\"\n", cause);
  };
  EXPECT_THAT(findings(entry(id_of(cause_of(failure, "a.b"))), {test}), IsEmpty());
  EXPECT_EQ(findings(entry("F-000000"), {test}).at(0).problem, GateProblem::changed_message);
  failure.fact.reset();  // a sign of whatever bug
  EXPECT_THAT(findings(entry("F-000000"), {test}), IsEmpty());
}

TEST(Gate, KnownDeviationsAndPassesAreExpected) {
  const Gate gate = gate_of(known, {"a.b", "a.c", "a.d"});
  std::vector<TestResult> tests = {test_result("a.b", Verdict::crash, "in f(0x12)"),
                                   test_result("a.c", Verdict::pass),
                                   test_result("a.d", Verdict::quality)};
  const GateResult found = gate.conclude(tests);
  EXPECT_THAT(found.findings, IsEmpty());
  for (TestResult& test : tests) gate.mark(test);
  EXPECT_EQ(gate.conclude(tests).known, 1U);
  EXPECT_EQ(tests[0].expected, true);
  ASSERT_TRUE(tests[0].known);
  EXPECT_EQ(tests[0].known->reason, "why");
  EXPECT_EQ(tests[0].known->source, "x.txt:3");
  EXPECT_EQ(tests[1].expected, true);
  EXPECT_FALSE(tests[1].known);
}

TEST(Gate, ABrokenMustWithoutEntryIsUnexpected) {
  EXPECT_EQ(only(findings("", {test_result("a.c", Verdict::fail, "bad: 0x1")})),
            "unexpected-failure | add to x.txt: | a.c  fail  bug  \"to be reviewed\"  \"bad: \"");
}

TEST(Gate, ATargetWithoutFileIsToldWhichFileItLacks) {
  const Gate gate = gate_of("", {"a.c"}, "9");
  const std::vector<TestResult> tests = {test_result("a.c", Verdict::fail)};
  const GateResult found = gate.conclude(tests);
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_THAT(found.files[0].targets, IsEmpty());
  EXPECT_THAT(found.findings[0].advice, HasSubstr("'library: Mine' and 'version: 1.2"));
}

TEST(Gate, QualityAndWarnNeedNoEntryButMayHaveOne) {
  TestResult crash = test_result("a.e", Verdict::crash);
  crash.level = "quality";
  TestResult warn = test_result("a.w", Verdict::warn);
  warn.level = "should";
  EXPECT_THAT(findings("", {test_result("a.q", Verdict::quality), warn, crash}), IsEmpty());
  EXPECT_THAT(findings("a.q  quality  wontfix  \"r\"  \"m\"\n",
                       {test_result("a.q", Verdict::quality, "m and more")}),
              IsEmpty());
  EXPECT_EQ(
      only(findings("a.q  quality  wontfix  \"r\"  \"m\"\n", {test_result("a.q", Verdict::pass)})),
      "unexpected-pass | remove x.txt:3: | a.q  quality  wontfix  \"r\"  \"m\"");
}

TEST(Gate, WhatNoLongerDeviatesIsUnexpected) {
  for (const Verdict verdict : {Verdict::pass, Verdict::vacuous, Verdict::not_applicable}) {
    EXPECT_EQ(only(findings(known, {test_result("a.b", verdict)})),
              "unexpected-pass | remove x.txt:3: | a.b  crash  bug  \"why\"  \"in f(\"");
  }
}

TEST(Gate, AnImprovementIsAFinding) {
  EXPECT_EQ(only(findings(known, {test_result("a.b", Verdict::fail, "now this")})),
            "improvement | replace x.txt:3 by: | a.b  fail  bug  \"why\"  \"now this\"");
}

TEST(Gate, WhatGetsWorseIsUnexpected) {
  EXPECT_EQ(
      only(findings("a.b  fail  bug  \"why\"  \"m\"\n", {test_result("a.b", Verdict::crash, "n")})),
      "unexpected-failure | replace x.txt:3 by: | a.b  crash  bug  \"why\"  \"n\"");
}

TEST(Gate, AChangedMessageIsAFinding) {
  EXPECT_EQ(only(findings(known, {test_result("a.b", Verdict::crash, "in g(0x12)")})),
            "changed-message | replace x.txt:3 by: | a.b  crash  bug  \"why\"  \"in g(\"");
}

TEST(Gate, AnEntryWithoutTestIsStale) {
  EXPECT_EQ(only(findings(known, {test_result("a.c", Verdict::pass)})),
            "stale | remove x.txt:3: | a.b  crash  bug  \"why\"  \"in f(\"");
  const Gate unselected = gate_of(known, {"a.b", "a.c"});
  EXPECT_THAT(unselected.conclude({test_result("a.c", Verdict::pass)}).findings, IsEmpty());
}

TEST(Gate, AnEntryWhoseTestsOthersSpeakOfIsStale) {
  EXPECT_EQ(only(findings(std::string(known) + "a.*  fail  bug  \"r\"  \"\"\n",
                          {test_result("a.b", Verdict::crash, "in f(0x1)")})),
            "stale | remove x.txt:4: | a.*  fail  bug  \"r\"  \"\"");
}

TEST(Gate, AnEntryForMoreThanTwentyTestsIsTooWide) {
  std::vector<TestResult> tests;
  for (int i = 0; i < 20; ++i) tests.push_back(test_result(fmt::format("a.{}", i), Verdict::fail));
  const std::string entry = "a.*  fail  bug  \"r\"  \"\"\n";
  EXPECT_THAT(findings(entry, tests), IsEmpty());
  tests.push_back(test_result("a.20", Verdict::fail));
  const auto found = findings(entry, tests);
  EXPECT_THAT(only(found), HasSubstr("too-wide | narrow the glob of x.txt:3"));
  EXPECT_THAT(found[0].message, HasSubstr("fits 21 tests"));
}

TEST(Gate, AnEntryCountsThroughItsLastDay) {
  const std::vector<TestResult> tests = {test_result("a.b", Verdict::fail, "m")};
  const std::string entry = "a.b  fail  bug  \"r\"  \"m\"  until=";
  EXPECT_THAT(findings(entry + "2026-05-31\n", tests), IsEmpty());
  EXPECT_EQ(only(findings(entry + "2026-05-30\n", tests)),
            "expired | look at it again, then remove x.txt:3 or give it another day, e.g.: | "
            "a.b  fail  bug  \"r\"  \"m\"  until=2027-05-31");
}

TEST(Gate, AFlakyTestMayPass) {
  const std::string entry = "a.b  fail  flaky  \"r\"  \"m\"\n";
  EXPECT_THAT(findings(entry, {test_result("a.b", Verdict::pass)}), IsEmpty());
  EXPECT_THAT(findings(entry, {test_result("a.b", Verdict::fail, "m")}), IsEmpty());
  EXPECT_THAT(only(findings(entry, {test_result("a.b", Verdict::fail, "n")})),
              HasSubstr("changed-message"));
  EXPECT_THAT(only(findings(entry, {test_result("a.b", Verdict::crash, "m")})),
              HasSubstr("unexpected-failure"));
  EXPECT_THAT(only(findings(entry, {test_result("a.b", Verdict::vacuous)})),
              HasSubstr("unexpected-pass"));
}

TEST(Gate, AFlakyEntryNamesTheWorst) {
  const std::string entry = "a.b  crash  flaky  \"r\"  \"m\"\n";
  EXPECT_THAT(findings(entry, {test_result("a.b", Verdict::fail, "m")}), IsEmpty());
  EXPECT_THAT(only(findings(entry, {test_result("a.b", Verdict::fail, "n")})),
              HasSubstr("changed-message"));
}

TEST(Gate, OfSeveralEntriesTheMostSpecificSpeaks) {
  const std::string entries =
      "a.*  fail  bug  \"wide\"  \"\"\n"
      "a.b*  crash  bug  \"narrower\"  \"\"\n"
      "a.bc  timeout  bug  \"exact\"  \"\"\n";
  EXPECT_THAT(
      findings(entries, {test_result("a.x", Verdict::fail), test_result("a.bx", Verdict::crash),
                         test_result("a.bc", Verdict::timeout)}),
      IsEmpty());
  EXPECT_EQ(only(findings(entries,
                          {test_result("a.x", Verdict::pass), test_result("a.bx", Verdict::crash),
                           test_result("a.bc", Verdict::timeout)})),
            "unexpected-pass | narrow the glob of x.txt:3, so that it leaves this test out: | "
            "a.*  fail  bug  \"wide\"  \"\"");
}

TEST(Gate, OurOwnErrorsSayNothing) {
  TestResult test = test_result("a.b", Verdict::error);
  EXPECT_THAT(findings(known, {test}), IsEmpty());
  gate_of(known, {"a.b"}).mark(test);
  EXPECT_EQ(test.expected, false);
}

TEST(Gate, FilesForOtherLibrariesAreIgnored) {
  const Gate gate = gate_of("gone  fail  bug  \"r\"  \"\"  until=2001-01-01\n", {"a.b"}, "9");
  EXPECT_THAT(gate.conclude({test_result("a.b", Verdict::pass)}).findings, IsEmpty());
}

TEST(Gate, TellsWhichFilesSpeakOfWhichTargets) {
  const GateResult found = gate_of(known, {"a.b"}).conclude({});
  ASSERT_EQ(found.files.size(), 1U);
  EXPECT_EQ(found.files[0].path, "x.txt");
  EXPECT_THAT(found.files[0].targets, ElementsAre("mine"));
}

TEST(Gate, DecidesTheExitCode) {
  RunReport report;
  report.tests = {test_result("a.b", Verdict::crash)};
  EXPECT_EQ(exit_code_of(report), 1);
  report.gate.emplace();
  EXPECT_EQ(exit_code_of(report), 0);
  report.gate->findings.resize(1);
  EXPECT_EQ(exit_code_of(report), 1);
  report.gate->findings.clear();
  report.tests.push_back(test_result("a.c", Verdict::error));
  EXPECT_EQ(exit_code_of(report), 3);
}

}  // namespace
}  // namespace mpitcheck
