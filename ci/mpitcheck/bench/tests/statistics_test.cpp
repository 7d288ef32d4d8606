// SPDX-License-Identifier: BSD-3-Clause
// Medians and quartiles.
#include "bench/statistics.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace mpitcheck::bench {
namespace {

TEST(BenchStatistics, MedianOfOddEvenAndNone) {
  EXPECT_DOUBLE_EQ(median_of(std::vector<double>{3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median_of(std::vector<double>{4, 1, 3, 2}), 2.5);
  EXPECT_DOUBLE_EQ(median_of({}), 0);
}

TEST(BenchStatistics, SpreadIsTheDistanceOfTheQuartiles) {
  const Summary summary = summary_of(std::vector<double>{5, 1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(summary.low, 2);
  EXPECT_DOUBLE_EQ(summary.high, 4);
  EXPECT_DOUBLE_EQ(summary.spread(), 2.0 / 3);
  EXPECT_EQ(summary.count, 5U);
}

TEST(BenchStatistics, OneWildValueChangesNeitherMedianNorSpread) {
  const Summary calm = summary_of(std::vector<double>{1, 2, 3, 4, 5});
  const Summary wild = summary_of(std::vector<double>{1, 2, 3, 4, 5e9});
  EXPECT_DOUBLE_EQ(calm.median, wild.median);
  EXPECT_DOUBLE_EQ(calm.spread(), wild.spread());
}

TEST(BenchStatistics, OneValueHasNoSpread) {
  EXPECT_DOUBLE_EQ(summary_of(std::vector<double>{7}).spread(), 0);
}

}  // namespace
}  // namespace mpitcheck::bench
