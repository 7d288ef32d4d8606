// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/evidence/search/check.hpp"
#include "conformance/evidence/search/search.hpp"
#include "conformance/evidence/selftests/stories.hpp"

namespace mpitcheck::evidence {
namespace {

using testing::HasSubstr;

constexpr const char* none = "MPI_T_CB_REQUIRE_NONE";

Call registering(const std::string& handle, const std::string& user_data,
                 const std::string& function) {
  return call("MPI_T_event_register_callback",
              {handle, none, "MPI_INFO_NULL", user_data, function});
}

Call inside(int outer, Call inner) {
  inner.inside = outer;
  return inner;
}

/// A handle of an event type with a callback, a message, and the callback, which reads an element.
Story one_event(const Fact& fact) {
  Story story{{.clause = "some-rule", .fact = fact}, {}};
  story.calls = {
      call("MPI_T_init_thread", {"MPI_THREAD_SINGLE", "0"}, {"", "MPI_THREAD_SINGLE"}),
      call("MPI_T_event_handle_alloc", {"3", "NULL", "MPI_INFO_NULL", "@0"}, {"", "", "", "@a1"}),
      registering("@a1", "@d1", "@f1"),
      call("MPI_Barrier", {"MPI_COMM_SELF"}),
      inside(3, call("MPI_T_event_cb_function", {"@e1", "@a1", none, "@d1", "@f1"})),
      inside(4, call("MPI_T_event_read", {"@e1", "2", "data"}, {}, "MPI_T_ERR_INVALID")),
  };
  return story;
}

// Before the event comes.
void register_again(Story& story, const Call& registration) {
  story.calls.insert(story.calls.begin() + 3, registration);
  story.calls[5].inside = 4;
  story.calls[6].inside = 5;
}

std::string program_of(const Story& story) {
  Search search({}, {story}, true);
  const auto program = search.next();
  return program ? program->text : "";
}

TEST(Callback, IsJudgedByWhatItIsGiven) {
  Story story = one_event({"MPI_T_event_cb_function",
                           "user_data",
                           Relation::one_of,
                           {"@d1"},
                           "@bad",
                           {{"MPI_T_event_register_callback", "user_data"}}});
  story.calls[4].arguments[3] = "@bad";
  const auto check = check_of(story);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->calls(), (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(check->judged, 4U);
  const std::string text = program_of(story);
  EXPECT_THAT(text, HasSubstr("if (user_data != &own[0]) broken = 1;"));
  EXPECT_THAT(text, HasSubstr("MPI_INFO_NULL, &own[0],"));
  EXPECT_THAT(text, HasSubstr("if (broken) {"));
}

TEST(Callback, MakesTheCallThatFailed) {
  const std::string text = program_of(one_event(
      {"MPI_T_event_read", "code", Relation::one_of, {"MPI_SUCCESS"}, "MPI_T_ERR_INVALID"}));
  EXPECT_THAT(text, HasSubstr("code = MPI_T_event_read(event_instance, 2, value);"));
  EXPECT_THAT(text, HasSubstr("cb_safety == MPI_T_CB_REQUIRE_NONE && code != MPI_SUCCESS"));
}

TEST(Callback, IsLookedAtOnlyAfterWhatItIsComparedWith) {
  Story story = one_event({"MPI_T_event_cb_function",
                           "user_data",
                           Relation::one_of,
                           {"@d2"},
                           "@d1",
                           {{"MPI_T_event_register_callback", "user_data"}}});
  register_again(story, registering("@a1", "@d2", "@f2"));
  const std::string text = program_of(story);
  EXPECT_THAT(text, HasSubstr("if (told && user_data != &own[1]) broken = 1;"));
  EXPECT_THAT(text, HasSubstr("on_other_event) != MPI_SUCCESS) return 0;\n  told = 1;"));
}

TEST(Callback, IsCounted) {
  Story story = one_event({"MPI_T_event_cb_function",
                           "calls since MPI_T_event_register_callback",
                           Relation::one_of,
                           {"0"},
                           "1"});
  register_again(story, registering("@a1", "NULL", "NULL"));
  const std::string text = program_of(story);
  EXPECT_THAT(text, HasSubstr("{ if (told) ++calls; else ++others; }"));
  EXPECT_THAT(text, HasSubstr("told = 1;"));
  EXPECT_THAT(text, HasSubstr("if (calls != 0) {"));
}

TEST(Callback, ThatIsMissingIsMissedOnlyIfOthersCome) {
  Story story = one_event({"MPI_T_event_cb_function",
                           "calls since MPI_T_event_register_callback",
                           Relation::at_least,
                           {"1"},
                           "0"});
  story.calls.resize(4);
  EXPECT_THAT(program_of(story), HasSubstr("if (calls < 1 && others > 0) {"));
}

TEST(Callback, WasHandedOverWithItsFunction) {
  Story story = one_event({});
  story.calls.insert(story.calls.begin() + 2, registering("@b2", "@d2", "@f1"));
  story.calls[5].arguments[1] = "@0";
  EXPECT_EQ(handed_over(story.calls, 5), 3U);
  story.calls[5].arguments[3] = "@bad";
  EXPECT_EQ(handed_over(story.calls, 5), 3U);  // the latest
  story.calls[5].arguments[4] = "@f9";
  EXPECT_FALSE(handed_over(story.calls, 5));
}

}  // namespace
}  // namespace mpitcheck::evidence
