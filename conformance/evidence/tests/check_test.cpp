// SPDX-License-Identifier: BSD-3-Clause
#include "evidence/check.hpp"

#include <gtest/gtest.h>

#include "stories.hpp"

namespace mpitcheck::evidence {
namespace {

TEST(Question, IsTheLastCallThatAnsweredSo) {
  Story story = wrong_read();
  story.calls.push_back(call("MPI_T_cvar_handle_free", {"@a1"}, {"MPI_T_CVAR_HANDLE_NULL"}));
  const auto question = question_of(story);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->call, 7U);
  ASSERT_EQ(question->check.size(), 2U);  // and that the call succeeded
  EXPECT_EQ(question->check[1].op, Term::Op::differs);
  EXPECT_EQ(question->check[1].value, "5");
}

TEST(Question, IsNoneIfNoCallAnsweredSo) {
  Story story = wrong_read();
  story.complaint.fact->seen = "17";
  EXPECT_FALSE(question_of(story));
  story.complaint.fact.reset();
  EXPECT_FALSE(question_of(story));
}

TEST(Question, IsTheCallThatDidNotReturn) {
  Story story = wrong_read();
  story.complaint.fact->relation = Relation::survives;
  story.calls.push_back(call("MPI_T_finalize", {}, {}, ""));
  EXPECT_EQ(question_of(story)->call, last(story));
  EXPECT_TRUE(question_of(story)->check.empty());
}

TEST(Question, ACodeOutsideOfTheAllowedOnes) {
  Story story = wrong_read();
  story.complaint.fact = {"MPI_T_cvar_write",
                          "code",
                          Relation::one_of,
                          {"MPI_T_ERR_INVALID", "MPI_T_ERR_CVAR_SET_NEVER"},
                          "MPI_SUCCESS"};
  const auto question = question_of(story);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->call, 6U);
  ASSERT_EQ(question->check.size(), 2U);
  EXPECT_EQ(question->check[1].parameter, code_of_call);
}

TEST(Question, AnAnswerOfBeforeIsThatOfTheSameObject) {
  Story story = wrong_read();
  story.calls.push_back(story.calls[1]);
  story.calls.back().answers[1] = "\"changed\"";
  story.complaint.fact = {
      "MPI_T_cvar_get_info", "name", Relation::as_before, {"\"limit\""}, "\"changed\""};
  const auto question = question_of(story);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->call, 8U);
  EXPECT_EQ(question->earlier, 1U);
  story.complaint.fact->wanted = {"\"other\""};  // of another cvar
  EXPECT_FALSE(question_of(story));
}

}  // namespace
}  // namespace mpitcheck::evidence
