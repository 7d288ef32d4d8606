// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/evidence/search/slice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/evidence/selftests/stories.hpp"

namespace mpitcheck::evidence {
namespace {

using testing::ElementsAre;

TEST(Slice, AHandleNeedsItsMakerAndWhatWasDoneToIt) {
  const Story story = wrong_read();
  EXPECT_THAT(slice(story.calls, Objects(story.calls), {last(story)}, Width::objects),
              ElementsAre(0, 3, 6, 7));
}

TEST(Slice, EarlierReadsOfTheHandleCount) {
  Story story = wrong_read();
  story.calls.push_back(story.calls.back());
  EXPECT_THAT(slice(story.calls, Objects(story.calls), {last(story)}, Width::objects),
              ElementsAre(0, 3, 6, 7, 8));
}

TEST(Slice, WiderSlicesHoldQuestionsAndOtherVariables) {
  const Story story = wrong_read();
  const Objects objects(story.calls);
  EXPECT_THAT(slice(story.calls, objects, {last(story)}, Width::variables),
              ElementsAre(0, 1, 3, 6, 7));
  EXPECT_THAT(slice(story.calls, objects, {last(story)}, Width::functions),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Slice, AHandleThatLooksLikeAFreedOneIsAnotherOne) {
  Story story = wrong_read();
  story.calls.push_back(call("MPI_T_cvar_handle_free", {"@b2"}, {"MPI_T_CVAR_HANDLE_NULL"}));
  story.calls.push_back(
      call("MPI_T_cvar_handle_alloc", {"7", "NULL", "NULL", "-1"}, {"", "", "@b2", "1"}));
  story.calls.push_back(call("MPI_T_cvar_read", {"@b2", "data"}));
  const Objects objects(story.calls);
  EXPECT_EQ(objects.of(last(story), 0)->call, last(story) - 1);
}

}  // namespace
}  // namespace mpitcheck::evidence
