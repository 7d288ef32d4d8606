// SPDX-License-Identifier: BSD-3-Clause
// Which offences have one cause, and what a finding says of them.
#include "ci/mpitcheck/judge/finding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpitcheck {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Failure offence(std::string clause, std::optional<Fact> fact, std::string level = "must") {
  Failure failure;
  failure.clause = std::move(clause);
  failure.level = std::move(level);
  failure.subject = "pvar 0";
  failure.expected = "this";
  failure.actual = "that";
  failure.fact = std::move(fact);
  return failure;
}

Fact code(std::string function, std::vector<std::string> wanted, std::string seen) {
  return {std::move(function), "code", Relation::one_of, std::move(wanted), std::move(seen)};
}

Fact death(std::string function, std::string how) {
  return {std::move(function), "", Relation::survives, {}, std::move(how)};
}

Fact length(std::string function, Relation relation, std::string wanted, std::string seen) {
  return {std::move(function), "desc_len", relation, {std::move(wanted)}, std::move(seen)};
}

std::string id(std::string clause, std::optional<Fact> fact, std::string level = "must") {
  return id_of(cause_of(offence(std::move(clause), std::move(fact), std::move(level)), "a.test"));
}

TestResult test(std::string target, std::string name, std::vector<Failure> failures) {
  TestResult result;
  result.target = std::move(target);
  result.name = std::move(name);
  result.verdict = Verdict::fail;
  for (const Failure& failure : failures) result.clauses.push_back(failure.clause);
  result.failures = std::move(failures);
  result.level = "must";
  return result;
}

RunReport report(std::vector<TestResult> tests) {
  RunReport run;
  run.targets.resize(2);
  run.targets[0].name = "old";
  run.targets[1].name = "new";
  run.tests = std::move(tests);
  derive_findings(run);
  return run;
}

TEST(Cause, AnEndIsOfItsFunctionHoweverItCame) {
  const std::string of_num = id("one", death("MPI_T_cvar_get_num", "SIGSEGV"));
  EXPECT_EQ(id("two", death("MPI_T_cvar_get_num", "SIGABRT")), of_num);
  EXPECT_EQ(id("two", death("MPI_T_cvar_get_num", "exit code 1")), of_num);
  EXPECT_NE(id("one", death("MPI_T_cvar_get_num", "no end within 60 s")), of_num);
  EXPECT_NE(id("one", death("MPI_Init", "SIGSEGV")), of_num);
  // Which threads are inside which calls differs from run to run.
  EXPECT_EQ(id("one", death("2 threads: MPI_T_finalize", "SIGSEGV")),
            id("one", death("3 threads: MPI_T_init_thread, MPI_T_finalize", "SIGABRT")));
}

TEST(Cause, WrongArgumentsFailOverSomethingElse) {
  EXPECT_NE(id("one", death("MPI_T_cvar_read", "SIGSEGV"), "must"),
            id("two", death("MPI_T_cvar_read", "SIGSEGV"), "quality"));
  EXPECT_EQ(id("one", death("MPI_T_cvar_read", "SIGSEGV"), "must"),
            id("two", death("MPI_T_cvar_read", "SIGSEGV"), "should"));
}

TEST(Cause, AnEndOfAWrongCallIsOfTheCheckThatIsMissing) {
  const Fact end = death("MPI_T_pvar_handle_alloc", "SIGSEGV");
  const std::string of_right = id("pvar-handle-alloc", end),
                    of_index = id("pvar-handle-bad-index", end);
  EXPECT_NE(of_index, of_right);
  EXPECT_NE(id("pvar-handle-session-mismatch", end), of_index);
  EXPECT_EQ(id("pvar-handle-bad-index", death("MPI_T_pvar_get_info", "SIGSEGV")), of_index);
  EXPECT_EQ(id("init-excess-finalize-code", death("MPI_T_finalize", "exit status 60")),
            id("init-interleaving-allowed", death("MPI_T_finalize", "exit status 60")));
}

TEST(Cause, SiblingsShareAWrongCode) {
  const std::string no_write = "MPI_T_ERR_PVAR_NO_WRITE", invalid = "MPI_T_ERR_INVALID";
  const std::string written = id("write", code("MPI_T_pvar_write", {no_write}, invalid));
  EXPECT_EQ(id("reset", code("MPI_T_pvar_reset", {"MPI_SUCCESS", no_write}, invalid)), written);
  EXPECT_NE(id("write", code("MPI_T_pvar_write", {no_write}, "MPI_SUCCESS")), written);
  EXPECT_NE(id("write", code("MPI_T_cvar_write", {no_write}, invalid)), written);
  EXPECT_NE(id("start", code("MPI_T_pvar_start", {"MPI_T_ERR_PVAR_NO_STARTSTOP"}, invalid)),
            written);
}

TEST(Cause, TheTwinIsTheFunctionAndANamelessCodeIsLikeAnother) {
  EXPECT_EQ(id("one", code("PMPI_T_pvar_read", {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID")),
            id("two", code("MPI_T_pvar_read", {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID")));
  EXPECT_EQ(
      id("one", code("MPI_T_event_handle_set_info", {"MPI_T_ERR_INVALID_HANDLE"}, "805363212")),
      id("one", code("MPI_T_event_callback_set_info", {"MPI_T_ERR_INVALID_HANDLE"}, "47")));
}

TEST(Cause, AFunctionThatFailsIsNotItsSibling) {
  EXPECT_EQ(id("one", code("MPI_T_pvar_read", {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID")),
            id("two", code("MPI_T_pvar_read", {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID")));
  EXPECT_NE(id("one", code("MPI_T_pvar_read", {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID")),
            id("one", code("MPI_T_pvar_start", {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID")));
}

TEST(Cause, AnAnswerThatFunctionsShareIsOneWhateverItIsComparedWith) {
  const std::string none = id("cvar", length("MPI_T_cvar_get_info", Relation::at_least, "1", "0"));
  EXPECT_EQ(id("category", length("MPI_T_category_get_info", Relation::one_of, "1", "0")), none);
  EXPECT_NE(id("cvar", length("MPI_T_cvar_get_info", Relation::one_of, "17", "16")), none);
  Fact before = length("MPI_T_cvar_get_info", Relation::one_of, "1", "0");
  before.sources = {{before.function, before.output}};
  EXPECT_NE(id("cvar", before), none);
  // A call that fails fails, whether it is known to have succeeded before or not.
  Fact fails = code("MPI_T_pvar_get_info", {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID");
  const std::string of_code = id("one", fails);
  fails.sources = {{fails.function, fails.output}};
  EXPECT_EQ(id("two", fails), of_code);
  const Fact count{"MPI_T_cvar_get_num", "num", Relation::at_least, {"0"}, "-1"};
  Fact other = count;
  other.function = "MPI_T_pvar_get_num";
  EXPECT_NE(id("cvar", count), id("cvar", other));
}

TEST(Cause, MissingNamesAreOne) {
  EXPECT_EQ(id("one", Fact{"", "MPI_T_ERR_A", Relation::declared, {}, "not declared"}),
            id("two", Fact{"", "MPI_T_B", Relation::declared, {}, "not declared"}));
}

TEST(Findings, AreCountedOnceOverTestsClausesAndTargets) {
  const RunReport run = report({test("old", "a", {offence("one", death("MPI_Init", "SIGSEGV"))}),
                                test("old", "b", {offence("two", death("MPI_Init", "SIGABRT"))}),
                                test("new", "a", {offence("one", death("MPI_Init", "SIGSEGV"))})});
  ASSERT_THAT(run.findings, SizeIs(1));
  const Finding& finding = run.findings[0];
  EXPECT_EQ(finding.line, "MPI_Init does not return: SIGSEGV, SIGABRT (one)");
  EXPECT_THAT(finding.clauses, ElementsAre("one", "two"));
  ASSERT_THAT(finding.sightings, SizeIs(2));
  EXPECT_THAT(finding.sightings[0].tests, ElementsAre(0u, 1u));
  EXPECT_THAT(finding.sightings[0].examples, SizeIs(2));
  EXPECT_THAT(finding.sightings[0].objects, ElementsAre("pvar 0"));
  EXPECT_EQ(finding.sightings[1].target, "new");
}

TEST(Findings, TakeInWhatASuiteWithoutFactsFindsOfTheRule) {
  const Fact refused = code("MPI_T_pvar_write", {"MPI_T_ERR_PVAR_NO_WRITE"}, "MPI_T_ERR_INVALID");
  const Fact failed = code("MPI_T_pvar_write", {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID");
  EXPECT_THAT(report({test("old", "property", {offence("write", {})}),
                      test("old", "plain", {offence("write", refused)})})
                  .findings,
              SizeIs(1));
  // Of two causes nobody knows which; what another target does says nothing.
  EXPECT_THAT(report({test("old", "property", {offence("write", {})}),
                      test("old", "plain", {offence("write", refused), offence("write", failed)})})
                  .findings,
              SizeIs(3));
  EXPECT_THAT(report({test("old", "property", {offence("write", {})}),
                      test("new", "plain", {offence("write", refused)})})
                  .findings,
              SizeIs(2));
}

TEST(Findings, AnEndAfterAnOffenceOfItsClauseIsNoCauseOfItsOwn) {
  const Failure let_pass =
      offence("mismatch", code("MPI_T_pvar_read", {"MPI_T_ERR_INVALID_HANDLE"}, "MPI_SUCCESS"));
  const auto end = [](const char* clause) {
    return offence(clause, death("MPI_T_pvar_session_free", "SIGSEGV"));
  };
  EXPECT_THAT(report({test("old", "a", {let_pass, end("mismatch")})}).findings, SizeIs(1));
  EXPECT_THAT(report({test("old", "a", {let_pass, end("other")})}).findings, SizeIs(2));
  EXPECT_THAT(report({test("old", "a", {end("mismatch"), let_pass})}).findings, SizeIs(2));
}

TEST(Findings, AreNotMadeOfAdviceNorOfOurOwnErrors) {
  TestResult error = test("old", "a", {offence("one", {})});
  error.verdict = Verdict::error;
  EXPECT_THAT(report({error, test("old", "b", {offence("two", {}, "advice")})}).findings,
              IsEmpty());
}

TEST(Findings, HoldEachTestThatDeviates) {
  TestResult hung = test("old", "a.hung", {});
  hung.verdict = Verdict::timeout;
  hung.message = "no end within 60 s";
  const RunReport run = report({hung});
  ASSERT_THAT(run.findings, SizeIs(1));
  EXPECT_THAT(run.findings[0].line, HasSubstr("no end within 60 s"));
  EXPECT_THAT(run.findings[0].sightings[0].tests, ElementsAre(0u));
}

TEST(Findings, AreKnownIfAllTheirTestsDeviateAsExpected) {
  const auto standing = [](std::optional<bool> first, std::optional<bool> second, bool entry) {
    TestResult a = test("old", "a", {offence("one", {})}), b = test("old", "b", a.failures);
    a.expected = first;
    b.expected = second;
    if (entry) a.known.emplace();
    return report({a, b}).findings[0].sightings[0].standing;
  };
  EXPECT_EQ(standing(true, true, true), Standing::known);
  EXPECT_EQ(standing(true, false, true), Standing::fresh);
  EXPECT_EQ(standing(true, true, false), Standing::unjudged);  // below must: no entry is needed
  EXPECT_EQ(standing({}, {}, false), Standing::unjudged);
}

TEST(Findings, ShowTheProgramOfATestThatShowsNothingElse) {
  const Failure one = offence("one", {}), two = offence("two", {});
  TestResult both = test("old", "both", {one, two}), alone = test("old", "alone", {one});
  both.repro = alone.repro = Repro{true, "int main(void) { return 1; }", "", "", {}};
  const RunReport run = report({both, alone});
  ASSERT_THAT(run.findings, SizeIs(2));
  EXPECT_THAT(run.findings[0].clauses, ElementsAre("one"));
  EXPECT_THAT(run.findings[0].sightings[0].tests, ElementsAre(1u, 0u));
  EXPECT_TRUE(run.findings[0].sightings[0].has_program);
  EXPECT_FALSE(run.findings[1].sightings[0].has_program);
}

TEST(Findings, BeginWithWhatIsNewAndStrict) {
  TestResult known = test("old", "known", {offence("one", {})});
  known.expected = true;
  known.known.emplace();
  TestResult fresh = test("old", "fresh", {offence("two", {})});
  fresh.expected = false;
  const RunReport run =
      report({known, test("old", "slack", {offence("three", {}, "quality")}), fresh});
  std::vector<std::string> clauses;
  for (const Finding& finding : run.findings) clauses.push_back(finding.clauses.front());
  EXPECT_THAT(clauses, ElementsAre("two", "one", "three"));
}

}  // namespace
}  // namespace mpitcheck
