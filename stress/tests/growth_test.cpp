// SPDX-License-Identifier: BSD-3-Clause
// Allowed and forbidden sights of growing lists.
#include "stress/history/growth.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace mpitcheck::stress {
namespace {

constexpr auto length = Sight::Kind::length;
constexpr auto entry = Sight::Kind::entry;
constexpr auto update = Sight::Kind::update_number;

Judgement judgement(const std::vector<Sight>& sights) {
  static const std::array<Settled, 2> cvars{{{true, 70}, {false, 0}}};
  static const std::array<std::span<const Settled>, 4> settled{cvars};
  return check_growth(sights, settled, [](const Sight& sight) {
    return Distinction{"digest 70", "digest " + std::to_string(sight.digest)};
  });
}

Truth truth(const std::vector<Sight>& sights) { return judgement(sights).truth; }

TEST(Growth, NumbersOnlyIncrease) {
  EXPECT_EQ(truth({{length, 0, true, false, 1, 0}, {length, 0, true, false, 2, 0}}), Truth::yes);
  EXPECT_EQ(truth({{length, 0, true, false, 2, 0}, {length, 0, true, false, 1, 0}}), Truth::no);
  EXPECT_EQ(truth({{update, 0, true, false, 2, 0}, {update, 0, true, false, 1, 0}}), Truth::no);
  EXPECT_EQ(truth({{length, 0, true, false, 2, 0}, {length, 1, true, false, 1, 0}}), Truth::yes);
}

TEST(Growth, EntriesDoNotChange) {
  EXPECT_EQ(truth({{entry, 0, true, false, 0, 70}}), Truth::yes);
  EXPECT_EQ(truth({{entry, 0, true, false, 0, 71}}), Truth::no);
}

TEST(Growth, ReportsTheDifference) {
  const Judgement wrong = judgement({{entry, 0, true, false, 0, 71}});
  EXPECT_EQ(wrong.expected, "digest 70");
  EXPECT_EQ(wrong.actual, "digest 71");
}

TEST(Growth, EntriesMayBecomeInactive) {
  EXPECT_EQ(truth({{entry, 0, true, false, 1, 5}}), Truth::yes);
}

TEST(Growth, CountedEntriesExist) {
  EXPECT_EQ(truth({{entry, 0, false, false, 0, 0}}), Truth::no);
  EXPECT_EQ(truth({{entry, 0, false, true, 0, 0}}), Truth::unknown) << "inactive, perhaps";
  EXPECT_EQ(truth({{entry, 0, true, false, 2, 70}}), Truth::no) << "beyond the last length";
}

TEST(Growth, WrongReadingOutweighsAnUnclearOne) {
  EXPECT_EQ(truth({{entry, 0, false, true, 0, 0}, {entry, 0, true, false, 0, 71}}), Truth::no);
}

}  // namespace
}  // namespace mpitcheck::stress
