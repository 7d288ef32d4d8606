// SPDX-License-Identifier: BSD-3-Clause
// The verdict of a test, given what it examined.
#include <gtest/gtest.h>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/tests/fixture.hpp"

namespace mpitcheck {
namespace {

void examine(TestUnderTest& test, Clause clause, bool ok) {
  test->check(clause, "subject", is_observed("", ok, "expected", "actual"));
}

TEST(Verdict, NothingExaminedIsVacuous) {
  TestUnderTest test({clause_of(Level::must)});
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::vacuous);
}

TEST(Verdict, KeptRuleIsPass) {
  TestUnderTest test({clause_of(Level::must)});
  examine(test, clause_of(Level::must), true);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::pass);
}

TEST(Verdict, BrokenMustIsFail) {
  TestUnderTest test({clause_of(Level::must), clause_of(Level::should)});
  examine(test, clause_of(Level::should), false);
  examine(test, clause_of(Level::must), false);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::fail);
}

TEST(Verdict, BrokenShouldIsWarn) {
  TestUnderTest test({clause_of(Level::should)});
  examine(test, clause_of(Level::should), false);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::warn);
}

TEST(Verdict, BrokenQualityIsQuality) {
  TestUnderTest test({clause_of(Level::quality)});
  examine(test, clause_of(Level::quality), false);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::quality);
}

TEST(Verdict, LaterClauseIsNotApplicable) {
  TestUnderTest test({clause::general_constants_compile_time}, {3, 1});
  examine(test, clause::general_constants_compile_time, false);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::not_applicable);
}

TEST(Check, OffendersAreCountedAndTheFirstFewKept) {
  TestUnderTest test({clause_of(Level::must)});
  for (int i = 0; i < 100; ++i) examine(test, clause_of(Level::must), false);
  EXPECT_EQ(test->outcome().tallies.front().offenders, 100U);
  EXPECT_LT(test->outcome().offences.size(), 10U);
}

TEST(Check, UncitedClauseIsAnErrorOfTheTest) {
  TestUnderTest test({clause_of(Level::should)});
  EXPECT_THROW(examine(test, clause_of(Level::must), true), std::logic_error);
}

TEST(Check, TextsAreMadeOnlyOnFailure) {
  TestUnderTest test({clause_of(Level::must)});
  const auto never = []() -> std::string { throw std::runtime_error("asked for"); };
  EXPECT_NO_THROW(test->check(clause_of(Level::must), never,
                              is_in_words("", 1, 1, [&](int) { return never(); })));
}

TEST(CheckCode, NamesTheAllowedCodesAndTheActualOne) {
  TestUnderTest test({clause_of(Level::must)});
  test->check_code(clause_of(Level::must), "subject", MPI_T_ERR_INVALID,
                   {MPI_SUCCESS, MPI_T_ERR_INVALID_INDEX});
  ASSERT_EQ(test->outcome().offences.size(), 1U);
  EXPECT_EQ(test->outcome().offences[0].expected, "MPI_SUCCESS or MPI_T_ERR_INVALID_INDEX");
  EXPECT_EQ(test->outcome().offences[0].actual, "MPI_T_ERR_INVALID");
}

}  // namespace
}  // namespace mpitcheck
