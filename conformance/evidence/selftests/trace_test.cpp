// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/evidence/search/trace.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace mpitcheck::evidence {
namespace {

namespace fs = std::filesystem;

class Trace : public testing::Test {
 protected:
  Trace()
      : folder_(testing::TempDir() +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Trace() override { fs::remove_all(folder_); }

  void file(const std::string& name, const std::string& lines) const {
    std::ofstream(folder_ / name) << lines;
  }

  fs::path folder_;
};

const std::string parent =
    "{\"process\":10,\"parent\":1,\"after\":0,\"time\":5}\n"
    "{\"call\":1,\"thread\":0,\"function\":\"MPI_T_finalize\",\"arguments\":[]}\n"
    "{\"end\":1,\"code\":\"MPI_SUCCESS\",\"answers\":[]}\n";

std::string note(int after, int time, bool crash) {
  return "{\"note\":{\"clause\":\"c\",\"subject\":\"s\",\"expected\":\"e\",\"actual\":\"a\","
         "\"fact\":{\"function\":\"f\",\"output\":\"" +
         std::string(crash ? "\",\"relation\":\"survives" : "code\",\"relation\":\"one-of") +
         "\",\"wanted\":[],\"seen\":\"x\"}},\"after\":" + std::to_string(after) +
         ",\"time\":" + std::to_string(time) + "}\n";
}

TEST_F(Trace, ACallThatDidNotReturnIsAStory) {
  file("10.jsonl",
       parent + "{\"call\":2,\"thread\":0,\"function\":\"MPI_Finalize\",\"arguments\":[]}\n");
  const auto stories = read_stories(folder_, 5);
  ASSERT_EQ(stories.size(), 1U);
  EXPECT_TRUE(is_deadly(stories.front().complaint));
  ASSERT_EQ(stories.front().calls.size(), 2U);
  EXPECT_FALSE(stories.front().calls.back().returned());
}

TEST_F(Trace, ADeadChildsCallsFollowThoseOfItsParent) {
  file("10.jsonl", parent + note(1, 30, true));
  file("11.jsonl",
       "{\"process\":11,\"parent\":10,\"after\":1,\"time\":20}\n"
       "{\"call\":2,\"thread\":0,\"function\":\"MPI_Finalize\",\"arguments\":[]}\n");
  file("12.jsonl", "{\"process\":12,\"parent\":10,\"after\":1,\"time\":40}\n");
  const auto stories = read_stories(folder_, 5);
  ASSERT_EQ(stories.size(), 1U);
  ASSERT_EQ(stories.front().calls.size(), 2U);
  EXPECT_EQ(stories.front().calls[1].function, "MPI_Finalize");
}

TEST_F(Trace, OnlyCallsBeforeTheComplaintAreToldOf) {
  file("10.jsonl", parent + note(1, 30, false) +
                       "{\"call\":2,\"thread\":0,\"function\":\"MPI_Finalize\",\"arguments\":[]}\n"
                       "{\"end\":2,\"code\":\"MPI_SUCCESS\",\"answers\":[]}\n");
  const auto stories = read_stories(folder_, 5);
  ASSERT_EQ(stories.size(), 1U);
  EXPECT_EQ(stories.front().calls.size(), 1U);
}

TEST_F(Trace, CallsOfACallbackAreInsideOfTheCallThatRaisedIt) {
  file("10.jsonl",
       parent +
           "{\"call\":2,\"thread\":0,\"function\":\"MPI_Barrier\",\"arguments\":[\"MPI_COMM_SELF\"]"
           "}\n"
           "{\"call\":3,\"thread\":0,\"function\":\"MPI_T_finalize\",\"arguments\":[]}\n"
           "{\"end\":3,\"code\":\"MPI_SUCCESS\",\"answers\":[]}\n"
           "{\"end\":2,\"code\":\"MPI_SUCCESS\",\"answers\":[\"\"]}\n" +
           note(3, 30, false));
  const auto stories = read_stories(folder_, 5);
  ASSERT_EQ(stories.size(), 1U);
  ASSERT_EQ(stories[0].calls.size(), 3U);
  EXPECT_EQ(stories[0].calls[2].inside, 1);
}

TEST_F(Trace, WhatIsNoTraceIsLeftOut) {
  file("10.jsonl", "not JSON\n{\"call\":\"text\"}\n{\"end\":99,\"code\":\"\",\"answers\":[]}\n" +
                       parent + "{\"call\":2,\"thread\":0,\"function\":\"rm\",\"arguments\":[]}\n" +
                       note(1, 30, false) + "{\"ca");
  const auto stories = read_stories(folder_, 5);
  ASSERT_EQ(stories.size(), 1U);
  EXPECT_EQ(stories[0].calls.size(), 1U);
}

}  // namespace
}  // namespace mpitcheck::evidence
