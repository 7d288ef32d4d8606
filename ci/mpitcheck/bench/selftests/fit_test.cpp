// SPDX-License-Identifier: BSD-3-Clause
// Growth is told from points, with noise and without.
#include "ci/mpitcheck/bench/series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace mpitcheck::bench {
namespace {

// Points of a law at 1, 10, ... 10,000. Noise goes up and down in turns by that share.
template <class Law>
std::vector<Point> points_of(const Law& law, double noise = 0) {
  std::vector<Point> points;
  double sign = 1;
  for (double n = 1; n <= 10000; n *= 10, sign = -sign) {
    points.push_back({n, law(n) * (1 + sign * noise)});
  }
  return points;
}

Growth growth_of(const std::vector<Point>& points) {
  const auto fit = fit_growth(points);
  EXPECT_TRUE(fit.has_value());
  return fit ? fit->growth : Growth::worse;
}

TEST(Fit, TellsTheLawsApart) {
  for (const double noise : {0.0, 0.05, 0.1}) {
    SCOPED_TRACE(noise);
    EXPECT_EQ(growth_of(points_of([](double) { return 20.0; }, noise)), Growth::constant);
    EXPECT_EQ(growth_of(points_of([](double n) { return 20 + 10 * std::log2(n); }, noise)),
              Growth::logarithmic);
    EXPECT_EQ(growth_of(points_of([](double n) { return 50 + 2 * n; }, noise)), Growth::linear);
    EXPECT_EQ(growth_of(points_of([](double n) { return 2 * n * std::log2(n) + 5; }, noise)),
              Growth::worse);
    EXPECT_EQ(growth_of(points_of([](double n) { return 3 + n * n; }, noise)), Growth::worse);
  }
}

TEST(Fit, FindsTheTerms) {
  const auto fit = fit_growth(points_of([](double n) { return 50 + 2 * n; }));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->base, 50, 1e-6);
  EXPECT_NEAR(fit->slope, 2, 1e-9);
  EXPECT_NEAR(fit->error, 0, 1e-9);
}

TEST(Fit, TheErrorIsThatOfTheNoise) {
  const auto fit = fit_growth(points_of([](double) { return 8.0; }, 0.1));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->error, 0.1, 0.01);
}

TEST(Fit, PrefersTheSimplestWithinTheTolerance) {
  const auto points = points_of([](double n) { return 20 + 0.2 * std::log2(n); });
  EXPECT_EQ(fit_growth(points, 0.15)->growth, Growth::constant);
  EXPECT_EQ(fit_growth(points, 0.001)->growth, Growth::logarithmic);
}

// A list of 1 to 10,000 entries that outgrows a cache: each entry costs three times as much.
TEST(Fit, ALineThatACacheBendsIsALine) {
  const auto fit = fit_growth(std::vector<Point>{{1, 2}, {10, 7}, {1000, 2000}, {10000, 14000}});
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->growth, Growth::linear);
  EXPECT_GT(fit->error, 0.15);
}

TEST(Fit, CostsWithoutALawSaySoByTheirError) {
  const std::vector<Point> wild{{1, 10}, {10, 500}, {100, 20}, {1000, 900}};
  const auto fit = fit_growth(wild);
  ASSERT_TRUE(fit);
  EXPECT_GT(fit->error, 0.5);
}

TEST(Fit, FallingCostsAreNoGrowth) {
  EXPECT_EQ(growth_of({{1, 20}, {10, 19}, {100, 18}}), Growth::constant);
}

TEST(Fit, SizeZeroIsASize) { EXPECT_EQ(growth_of({{0, 10}, {1, 20}, {8, 90}}), Growth::linear); }

TEST(Fit, TooFewOrUnusableSizesGiveNothing) {
  EXPECT_FALSE(fit_growth({}));
  const std::vector<Point> two{{1, 10}, {1, 11}, {2, 10}};
  EXPECT_FALSE(fit_growth(two));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Point> immense{{1, 1e-320}, {2, 1e-320}, {3, 1e-320}};
  EXPECT_FALSE(fit_growth(immense));
  const std::vector<Point> unusable{{1, 10}, {2, 10}, {3, nan}, {4, 0}, {-1, 10}, {nan, 10}};
  EXPECT_FALSE(fit_growth(unusable));
}

TEST(Fit, GrowthsHaveNames) {
  EXPECT_EQ(name_of(Growth::constant), "constant");
  EXPECT_EQ(name_of(Growth::worse), "worse");
}

}  // namespace
}  // namespace mpitcheck::bench
