// SPDX-License-Identifier: BSD-3-Clause
// Growth that is a leak, and growth that is not.
#include "stress/history/flat.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace mpitcheck::stress {
namespace {

Truth truth(const std::vector<Stretch>& stretches) { return check_flat(stretches).truth; }

TEST(Flat, ConstantUseIsFlat) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5000, 9}}, {1000, {5000, 9}}}), Truth::yes);
}

TEST(Flat, OneIncreaseIsFlat) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {9000, 12}}, {1000, {9000, 12}}}), Truth::yes);
}

TEST(Flat, IncreaseBeforeTheFirstSampleIsFlat) {
  EXPECT_EQ(truth({{1000, {90000, 9}}, {1000, {90000, 9}}, {1000, {90000, 9}}}), Truth::yes);
}

TEST(Flat, IncreaseInEachIntervalIsNotFlat) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5100, 9}}, {1000, {5200, 9}}}), Truth::no);
}

TEST(Flat, OpeningFilesInEachIntervalIsNotFlat) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5000, 10}}, {1000, {5000, 11}}}), Truth::no);
}

TEST(Flat, GrowthWithoutTheRoundsIsSubtracted) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5200, 9}, 190}, {1000, {5400, 9}, 190}}), Truth::yes);
}

TEST(Flat, FilesOpenedWithoutTheRoundsAreSubtracted) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5000, 12}, 0, 4}, {1000, {5000, 15}, 0, 4}}),
            Truth::yes);
}

TEST(Flat, FewBytesPerRoundAreFlat) {
  EXPECT_EQ(truth({{100000, {5000, 9}}, {100000, {5100, 9}}, {100000, {5200, 9}}}), Truth::yes);
}

TEST(Flat, FewRoundsAreUnclear) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {9, {5100, 9}}, {9, {5200, 9}}}), Truth::unknown);
  EXPECT_EQ(truth({{1000, {5000, 9}}}), Truth::unknown);
}

}  // namespace
}  // namespace mpitcheck::stress
