// SPDX-License-Identifier: BSD-3-Clause
#include "evidence/check.hpp"

#include <gtest/gtest.h>

#include "stories.hpp"

namespace mpitcheck::evidence {
namespace {

Answers run_with(const std::string& first, const std::string& second) {
  return {{0, call("MPI_T_cvar_read", {"@a", "data"}, {"", first})},
          {1, call("MPI_T_cvar_read", {"@a", "data"}, {"", second})}};
}

TEST(Check, AStableDifferenceIsComparedWithItsValue) {
  const auto check = telling_apart({run_with("MPI_INT:{5}", "MPI_INT:{4}")},
                                   {run_with("MPI_INT:{5}", "MPI_INT:{5}")}, 1);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->front().call, 1U);
  EXPECT_EQ(check->front().value, "MPI_INT:{4}");
}

TEST(Check, AnUnstableOneIsComparedWithAnEarlierAnswer) {
  const auto check = telling_apart(
      {run_with("MPI_INT:{50}", "MPI_INT:{40}"), run_with("MPI_INT:{70}", "MPI_INT:{60}")},
      {run_with("MPI_INT:{50}", "MPI_INT:{55}")}, 1);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->front().op, Term::Op::less);
  EXPECT_EQ(check->front().earlier, 0U);
}

TEST(Check, EqualRunsAreNotToldApart) {
  const Answers run = run_with("MPI_INT:{5}", "MPI_INT:{5}");
  EXPECT_FALSE(telling_apart({run}, {run}, 1));
}

TEST(Check, ARunThatDoesNotGetThereTellsNothing) {
  const Answers broken = run_with("MPI_INT:{5}", "MPI_INT:{4}");
  EXPECT_FALSE(telling_apart({broken}, {Answers{}}, 1));
}

TEST(Check, OnlyWhatTheComplaintSpeaksOfIsCompared) {
  const Story story = wrong_read();
  const Check all = same_answer(story, last(story));
  EXPECT_EQ(all.size(), 2U);
  const Check spoken = spoken_of(all, story);
  ASSERT_EQ(spoken.size(), 1U);
  EXPECT_EQ(spoken.front().value, "MPI_INT:{4}");
}

TEST(Check, ACodeOutsideOfTheAllowedOnes) {
  const Check check = code_outside(0, {"MPI_SUCCESS", "MPI_T_ERR_INVALID_INDEX"});
  ASSERT_EQ(check.size(), 2U);
  EXPECT_EQ(check[1].op, Term::Op::differs);
}

}  // namespace
}  // namespace mpitcheck::evidence
