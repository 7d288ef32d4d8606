// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/evidence/search/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/evidence/selftests/stories.hpp"

namespace mpitcheck::evidence {
namespace {

TEST(Check, IsTheLastCallThatAnsweredSo) {
  Story story = wrong_read();
  story.calls.push_back(call("MPI_T_cvar_handle_free", {"@a1"}, {"MPI_T_CVAR_HANDLE_NULL"}));
  const auto check = check_of(story);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->judged, 7U);
  ASSERT_EQ(check->terms.size(), 2U);  // and that the call succeeded
  EXPECT_EQ(check->terms[1].op, Term::Op::differs);
  EXPECT_EQ(check->terms[1].value, "5");
}

TEST(Check, IsNoneIfNoCallAnsweredSo) {
  Story story = wrong_read();
  story.complaint.fact->seen = "17";
  EXPECT_FALSE(check_of(story));
  story.complaint.fact.reset();
  EXPECT_FALSE(check_of(story));
}

TEST(Check, IsTheCallThatDidNotReturn) {
  Story story = wrong_read();
  story.complaint.fact->relation = Relation::survives;
  story.calls.push_back(call("MPI_T_finalize", {}, {}, ""));
  EXPECT_EQ(check_of(story)->judged, last(story));
  EXPECT_TRUE(check_of(story)->terms.empty());
}

TEST(Check, ACodeOutsideOfTheAllowedOnes) {
  Story story = wrong_read();
  story.complaint.fact = {"MPI_T_cvar_write",
                          "code",
                          Relation::one_of,
                          {"MPI_T_ERR_INVALID", "MPI_T_ERR_CVAR_SET_NEVER"},
                          "MPI_SUCCESS"};
  const auto check = check_of(story);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->judged, 6U);
  ASSERT_EQ(check->terms.size(), 2U);
  EXPECT_EQ(check->terms[1].place.output.parameter, code_of_call);
}

TEST(Check, WhatIsGivenWasToldOfTheSameObject) {
  Story story = wrong_read();
  story.calls[4].answers[3] = "2";
  Fact& fact = story.complaint.fact.emplace();
  fact = {"MPI_T_cvar_read", "code", Relation::none_of, {"MPI_SUCCESS"}, "MPI_SUCCESS"};
  fact.given = {"MPI_T_cvar_handle_alloc", "count", {}, "1"};
  const auto check = check_of(story);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->terms.front().place.call, 3U);
  fact.given->value = "2";
  EXPECT_FALSE(check_of(story));
}

TEST(Check, ACallByHandleIsAboutWhatWasOpened) {
  Story story = wrong_read();
  Fact& fact = story.complaint.fact.emplace();
  fact = {"MPI_T_cvar_read", "code", Relation::none_of, {"MPI_SUCCESS"}, "MPI_SUCCESS"};
  fact.number = 7;
  ASSERT_TRUE(check_of(story));
  EXPECT_EQ(check_of(story)->judged, 5U);
}

TEST(Check, AnAnswerOfBeforeIsThatOfTheSameObject) {
  Story story = wrong_read();
  story.calls.push_back(story.calls[1]);
  story.calls.back().answers[1] = "\"changed\"";
  story.complaint.fact = {
      "MPI_T_cvar_get_info", "name", Relation::one_of, {"\"limit\""}, "\"changed\""};
  story.complaint.fact->sources = {{"MPI_T_cvar_get_info", "name"}};
  const auto check = check_of(story);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->judged, 8U);
  EXPECT_EQ(check->calls(), (std::vector<std::size_t>{1, 8}));
  story.complaint.fact->wanted = {"\"other\""};  // of another cvar
  EXPECT_FALSE(check_of(story));
}

TEST(Check, ADifferenceOfAnswersIsThatOfCallsInTheirOrder) {
  // Three reads: of 7, of 2 (which is judged), and of 7 again.
  Story story = wrong_read();
  const Call read = story.calls[7];
  for (const char* value : {"MPI_INT:{7}", "MPI_INT:{2}", "MPI_INT:{7}"}) {
    story.calls.push_back(read);
    story.calls.back().answers[1] = value;
  }
  story.complaint.fact = {"MPI_T_cvar_read", "buf[0]", Relation::at_most, {"0"}, "2"};
  story.complaint.fact->sources = {{"MPI_T_cvar_read", "buf[0]", {}, "7", true, false},
                                   {"MPI_T_cvar_read", "buf[0]", {}, "7", false, true}};
  const auto check = check_of(story);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->calls(), (std::vector<std::size_t>{8, 9, 10}));
  EXPECT_EQ(check->judged, 10U);
  EXPECT_EQ(check->terms.back().place.call, 9U);
  story.complaint.fact->sources[0].value = "8";
  EXPECT_FALSE(check_of(story));
}

TEST(Check, WhatMustNotBeTheSameIsOfAnotherObject) {
  Story story = wrong_read();
  story.calls.push_back(story.calls[1]);
  story.complaint.fact = {
      "MPI_T_cvar_get_info", "name", Relation::none_of, {"\"limit\""}, "\"limit\""};
  story.complaint.fact->sources = {{"MPI_T_cvar_get_info", "name"}};
  EXPECT_FALSE(check_of(story));
  story.calls.back().arguments[0] = "17";
  const auto check = check_of(story);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->calls(), (std::vector<std::size_t>{1, 8}));
}

TEST(Check, WhatMoreIsAllowedIsComparedToo) {
  Story story = wrong_read();
  story.complaint.fact = {
      "MPI_T_cvar_get_info", "name", Relation::one_of, {"\"other\"", "\"third\""}, "\"limit\""};
  story.complaint.fact->sources = {{"MPI_T_cvar_get_info", "desc"}};
  story.calls[1].answers[6] = "\"other\"";
  const auto check = check_of(story);
  ASSERT_TRUE(check);
  const auto compares_with_third = [](const Term& term) { return term.value == "\"third\""; };
  EXPECT_EQ(std::ranges::count_if(check->terms, compares_with_third), 1);
}

TEST(Output, IsAPartOfAText) {
  const Story story = wrong_read();
  const auto told_as = [&](const char* output) {
    return told(story.calls[1], *parse_output("MPI_T_cvar_get_info", output));
  };
  EXPECT_EQ(told_as("name[1]"), "'i'");
  EXPECT_EQ(told_as("name[5]"), "'\\000'");
  EXPECT_FALSE(told_as("name[6]"));
  EXPECT_EQ(told_as("strlen(name) + 1"), "6");
  EXPECT_FALSE(told_as("extent(name)"));
  EXPECT_TRUE(parse_output("MPI_T_cvar_get_info", "extent(name)")->extent);
}

}  // namespace
}  // namespace mpitcheck::evidence
