// SPDX-License-Identifier: BSD-3-Clause
// Growth that is a leak, and growth that is not.
#include "stress/history/flat.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace mpitcheck::stress {
namespace {

Truth truth(const std::vector<Stretch>& stretches) { return check_flat(stretches).truth; }

TEST(Flat, IsWhatStays) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5000, 9}}, {1000, {5000, 9}}}), Truth::yes);
}

TEST(Flat, MayGrowOnce) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {9000, 12}}, {1000, {9000, 12}}}), Truth::yes);
}

TEST(Flat, MayGrowBeforeTheFirstLook) {
  EXPECT_EQ(truth({{1000, {90000, 9}}, {1000, {90000, 9}}, {1000, {90000, 9}}}), Truth::yes);
}

TEST(Flat, IsNotWhatGrowsInEachStretch) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5100, 9}}, {1000, {5200, 9}}}), Truth::no);
}

TEST(Flat, IsNotWhatOpensInEachStretch) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5000, 10}}, {1000, {5000, 11}}}), Truth::no);
}

TEST(Flat, IsWhatGrowsWithoutTheRounds) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5200, 9}, 190}, {1000, {5400, 9}, 190}}), Truth::yes);
}

TEST(Flat, IsWhatOpensWithoutTheRounds) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {1000, {5000, 12}, 0, 4}, {1000, {5000, 15}, 0, 4}}),
            Truth::yes);
}

TEST(Flat, AllowsAFewBytesARound) {
  EXPECT_EQ(truth({{100000, {5000, 9}}, {100000, {5100, 9}}, {100000, {5200, 9}}}), Truth::yes);
}

TEST(Flat, IsUnclearAfterFewRounds) {
  EXPECT_EQ(truth({{1000, {5000, 9}}, {9, {5100, 9}}, {9, {5200, 9}}}), Truth::unknown);
  EXPECT_EQ(truth({{1000, {5000, 9}}}), Truth::unknown);
}

}  // namespace
}  // namespace mpitcheck::stress
