// SPDX-License-Identifier: BSD-3-Clause
// Medians and quartiles; the rank test against counting all orders by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ci/mpitcheck/bench/statistics.hpp"

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

/// The share of all ways to deal ranks to `n` and `m` values in which the first exceed the second
/// at least `excess` times.
double by_counting(std::size_t n, std::size_t m, std::size_t excess) {
  std::vector<int> of_high(n + m, 0);
  std::fill(of_high.begin() + static_cast<std::ptrdiff_t>(m), of_high.end(), 1);
  std::size_t all = 0, fitting = 0;
  do {
    std::size_t lows = 0, found = 0;
    for (const int high : of_high) {
      if (high == 1) found += lows;
      if (high == 0) ++lows;
    }
    ++all;
    if (found >= excess) ++fitting;
  } while (std::next_permutation(of_high.begin(), of_high.end()));
  return static_cast<double>(fitting) / static_cast<double>(all);
}

/// Samples of n and m values of which the first exceed the second `excess` times.
std::pair<std::vector<double>, std::vector<double>> samples(std::size_t n, std::size_t m,
                                                            std::size_t excess) {
  std::vector<double> low, high;
  for (std::size_t i = 0; i < m; ++i) low.push_back(static_cast<double>(i) + 0.5);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t share = std::min(m, excess);
    excess -= share;
    high.push_back(static_cast<double>(share) + static_cast<double>(i) * 1e-3);
  }
  return {high, low};
}

TEST(BenchRankTest, AgreesWithCountingAllOrders) {
  for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{1, 1}, {3, 4}, {5, 5}, {6, 2}}) {
    for (std::size_t excess = 0; excess <= n * m; ++excess) {
      const auto [high, low] = samples(n, m, excess);
      EXPECT_NEAR(p_greater(high, low), by_counting(n, m, excess), 1e-12)
          << n << " " << m << " " << excess;
    }
  }
}

TEST(BenchRankTest, NothingIsLessLikelyThanCompleteSeparation) {
  const auto [high, low] = samples(9, 9, 81);
  EXPECT_NEAR(p_greater(high, low), 1 / 48620.0, 1e-12);
  EXPECT_NEAR(least_p(9, 9), 1 / 48620.0, 1e-12);
}

TEST(BenchRankTest, LargeSamplesStayAccurate) {
  const auto [high, low] = samples(60, 60, 1800);  // half of all pairs
  EXPECT_NEAR(p_greater(high, low), 0.5, 0.01);
  EXPECT_GE(p_greater(samples(60, 60, 3600).first, samples(60, 60, 3600).second), 0);
}

TEST(BenchRankTest, TiesProveNothing) {
  const std::vector<double> same(9, 1.0);
  EXPECT_DOUBLE_EQ(p_greater(same, same), 1);
  EXPECT_DOUBLE_EQ(p_greater({}, same), 1);
}

TEST(BenchRankTest, HolmCorrectsByRank) {
  EXPECT_THAT(corrected(std::vector<double>{0.01, 0.04, 0.03}),
              testing::Pointwise(testing::DoubleNear(1e-12), {0.03, 0.06, 0.06}));
  EXPECT_THAT(corrected(std::vector<double>{0.9, 0.8}),
              testing::Pointwise(testing::DoubleNear(1e-12), {1.0, 1.0}));
}

}  // namespace

}  // namespace mpitcheck::bench
