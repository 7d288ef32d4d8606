// SPDX-License-Identifier: BSD-3-Clause
// Checks that fail: their messages, and the facts that they record.
#include "properties/oracle/judge.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "properties/oracle/words.hpp"

namespace mpitcheck::properties {
namespace {

constexpr Clause judged = clause::pvar_stop_freezes;
constexpr Clause other = clause::pvar_write_sets_value;

std::optional<Broken> broken_by(const std::function<void(const Judge&)>& check,
                                std::span<const Clause> known = {}) {
  try {
    check(Judge({&judged, 1}, known));
  } catch (const Broken& broken) {
    return broken;
  }
  return std::nullopt;
}

// "wanted; seen" of a check in words that fails, "" if it passes.
template <class MakeFact>
std::string message_of(const Expected<MakeFact>& expected) {
  const auto broken = broken_by([&](const Judge& judge) { judge.check(judged, "x", expected); });
  if (!broken) return "";
  EXPECT_FALSE(broken->fact) << "words charge no function";
  return broken->expected + "; " + broken->actual;
}

ValueBuffer value_of(std::vector<int> elements) {
  ValueBuffer value(MPI_INT, static_cast<int>(elements.size()));
  for (std::size_t i = 0; i != elements.size(); ++i) {
    value.set_number(static_cast<int>(i), elements[i]);
  }
  return value;
}

TEST(Words, DescribeNumbersByTheirRelation) {
  EXPECT_EQ(message_of(is_number(3, Relation::one_of, 3)), "");
  EXPECT_EQ(message_of(is_number(2, Relation::one_of, 3)), "3; 2");
  EXPECT_EQ(message_of(is_number(4, Relation::at_least, 3)), "");
  EXPECT_EQ(message_of(is_number(2, Relation::at_least, 3)), "at least 3; 2");
  EXPECT_EQ(message_of(is_number(2, Relation::at_most, 3)), "");
  const auto cvars = [](int number) { return join(number, " cvars"); };
  EXPECT_EQ(message_of(is_number(4, Relation::at_most, 3, cvars)), "at most 3 cvars; 4 cvars");
  EXPECT_EQ(message_of(is_count(0)), "");
  EXPECT_EQ(message_of(is_count(-1)), "a count of 0 or more; -1");
  EXPECT_EQ(message_of(is_index(1, 2)), "index 2; index 1");
}

TEST(Words, DescribeHandlesAndEarlierAnswers) {
  EXPECT_EQ(message_of(is_null_handle(0, 0, "NULL")), "");
  EXPECT_EQ(message_of(is_null_handle(1, 0, "NULL")), "NULL; not NULL");
  const auto describe = [](int answer) { return join("answer ", answer); };
  EXPECT_EQ(message_of(is_as_before(1, 1, describe)), "");
  EXPECT_EQ(message_of(is_as_before(1, 2, describe)), "answer 2, as before; answer 1");
}

TEST(Words, DescribeElementsByTheWholeValue) {
  const ValueBuffer value = value_of({1, 5});
  EXPECT_EQ(message_of(element_is(value, 1, Relation::at_most, 5, "at most ")), "");
  EXPECT_EQ(message_of(element_is(value, 1, Relation::at_most, 4, "at most ")),
            "at most 4; {1, 5}");
  EXPECT_EQ(message_of(element_is(value, 0, Relation::at_least, 2, "", ", a level")),
            "2, a level; {1, 5}");
  EXPECT_EQ(message_of(is_value(value, value_of({1, 5}))), "");
  EXPECT_EQ(message_of(is_value(value, value_of({1, 6}))), "{1, 6}; {1, 5}");
  EXPECT_EQ(message_of(is_within_room(value)), "");
}

TEST(Words, LongListIsNotCut) {
  const std::string list = "{" + std::string(200, '1') + ", 2}";
  EXPECT_EQ(message_of(is_in_words("", "{}", list)), list + "; {}");
}

TEST(ForetoldValue, MessageShowsValuesAndFactTheFirstWrongElement) {
  const ValueBuffer seen = value_of({1, 5, 6});
  const auto broken = broken_by([&](const Judge& judge) {
    judge.check(
        {&judged, 1}, "x",
        ForetoldValue(seen, {value_of({1, 2, 3}), value_of({1, 2, 4})}, &ValueBuffer::equals));
  });
  ASSERT_TRUE(broken && broken->fact);
  EXPECT_EQ(broken->expected, "{1, 2, 3} or {1, 2, 4}");
  EXPECT_EQ(broken->actual, "{1, 5, 6}");
  EXPECT_EQ(broken->fact->wanted, std::vector<std::string>{"2"});
  EXPECT_EQ(broken->fact->seen, "5");
}

TEST(ForetoldValue, AllowsEachValueAndAnyIfNothingIsForetold) {
  const ValueBuffer seen = value_of({7});
  const auto is_right = [&](std::vector<ValueBuffer> allowed) {
    return ForetoldValue(seen, std::move(allowed), &ValueBuffer::equals).ok();
  };
  EXPECT_TRUE(is_right({value_of({6}), value_of({7})}));
  EXPECT_FALSE(is_right({value_of({6})}));
  EXPECT_TRUE(is_right({}));
  EXPECT_TRUE(ForetoldValue(seen, {value_of({6})}, &ValueBuffer::equals).unless(true).ok());
}

TEST(Judge, KnownOrForeignFailureEndsTheCase) {
  const auto fail = [](const Judge& judge, Clause clause) {
    judge.check(clause, "x", is_count(-1));
  };
  EXPECT_THROW(broken_by([&](const Judge& judge) { fail(judge, judged); }, {&judged, 1}),
               Abandoned);
  EXPECT_THROW(broken_by([&](const Judge& judge) { fail(judge, other); }), Abandoned);
  EXPECT_FALSE(broken_by([](const Judge& judge) { judge.output(other, "x", is_count(-1)); }));
}

}  // namespace
}  // namespace mpitcheck::properties
