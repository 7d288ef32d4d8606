// SPDX-License-Identifier: BSD-3-Clause
// Slower, faster, cannot tell: what is true is found, and alarms are rarely false.
#include "ci/mpitcheck/bench/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "ci/mpitcheck/bench/selftests/sample_bench.hpp"

namespace mpitcheck::bench {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t many_rows = 100, many_repetitions = 9;

/// A run with `many_rows` rows of log-normal ratios; row 0 is `factor` times as slow.
BenchReport run(std::mt19937& random, double spread, double factor = 1,
                std::size_t each = many_repetitions) {
  BenchReport report;
  for (std::size_t i = 0; i < many_rows; ++i) {
    std::lognormal_distribution<double> ratio(0.1 * static_cast<double>(i), spread);
    std::vector<double> ratios(each);
    for (double& value : ratios) value = ratio(random) * (i == 0 ? factor : 1);
    report.rows.push_back(samples::row("call/" + std::to_string(i), ratios));
  }
  return report;
}

TEST(BenchCompare, ASlowedRowIsSlowerAndTheOthersAreNot) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const Comparison comparison = compare(run(random, 0.03), run(random, 0.03, 1.5), {});
    EXPECT_EQ(comparison.changes.at(0).direction, Direction::slower) << seed;
    EXPECT_EQ(count(comparison, Direction::slower), 1U) << seed;
    EXPECT_EQ(count(comparison, Direction::cannot_tell), many_rows - 1) << seed;
  }
}

TEST(BenchCompare, ARowThatGotFasterIsFaster) {
  std::mt19937 random(1);
  const Comparison comparison = compare(run(random, 0.03), run(random, 0.03, 0.5), {});
  EXPECT_EQ(comparison.changes.at(0).direction, Direction::faster);
  EXPECT_NEAR(comparison.changes.at(0).after / comparison.changes.at(0).before, 0.5, 0.05);
}

// The promise is at most 5 % of comparisons with any false alarm, whatever the spread; without a
// minimum effect the test has nothing to hide behind.
TEST(BenchCompare, FalseAlarmsAreRare) {
  for (const double min_effect : {0.0, 0.10}) {
    int alarms = 0;
    constexpr int trials = 200;
    for (unsigned seed = 0; seed < trials; ++seed) {
      std::mt19937 random(seed);
      const double spread = seed % 2 == 0 ? 0.02 : 0.5;
      const Comparison comparison =
          compare(run(random, spread), run(random, spread), {.min_effect = min_effect});
      if (count(comparison, Direction::cannot_tell) < many_rows) ++alarms;
    }
    EXPECT_LE(alarms, trials * 9 / 100) << min_effect;  // 5 % and three standard errors
  }
}

TEST(BenchCompare, ChangesBelowTheMinimumEffectAreNoChange) {
  std::mt19937 random(3);
  const BenchReport before = run(random, 0.001);
  const BenchReport after = run(random, 0.001, 1.07);
  EXPECT_EQ(compare(before, after, {}).changes.at(0).direction, Direction::cannot_tell);
  EXPECT_EQ(compare(before, after, {.min_effect = 0.02}).changes.at(0).direction,
            Direction::slower);
}

TEST(BenchCompare, ANoisyMachineCannotTell) {
  std::mt19937 random(4);
  BenchReport before = run(random, 0.01);
  const BenchReport after = run(random, 0.01, 2);
  before.noise.reasons = {"the baselines spread by 30 %"};
  const Comparison noisy = compare(before, after, {});
  EXPECT_EQ(count(noisy, Direction::cannot_tell), many_rows);
  EXPECT_THAT(noisy.notes, Contains(HasSubstr("spread by 30 %")));
  const Comparison forced = compare(before, after, {.even_if_noisy = true});
  EXPECT_EQ(count(forced, Direction::slower), 1U);
  EXPECT_THAT(forced.notes, Contains(HasSubstr("spread by 30 %")));
}

TEST(BenchCompare, TooFewRepetitionsAreSaid) {
  std::mt19937 random(5);
  const Comparison few = compare(run(random, 0.01, 1, 5), run(random, 0.01, 3, 5), {});
  EXPECT_EQ(count(few, Direction::cannot_tell), many_rows);
  EXPECT_THAT(few.notes, Contains(HasSubstr("too few repetitions (5 and 5)")));
  const Comparison enough = compare(run(random, 0.01), run(random, 0.01), {});
  EXPECT_THAT(enough.notes, IsEmpty());
}

TEST(BenchCompare, OnlyRowsOfBothWithTheSameBaselineAreCompared) {
  const std::vector<double> ratios(9, 1.0);
  BenchReport before, after;
  before.rows = {samples::row("both", ratios), samples::row("old", ratios),
                 samples::row("moved", ratios)};
  after.rows = {samples::row("both", ratios), samples::row("new", ratios),
                samples::row("moved", ratios)};
  after.rows[2].baseline = "baseline/other";
  const Comparison comparison = compare(before, after, {});
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.changes[0].name, "both");
  EXPECT_EQ(comparison.only_before, 1U);
  EXPECT_EQ(comparison.only_after, 1U);
  EXPECT_EQ(comparison.without_ratio, 1U);
}

}  // namespace
}  // namespace mpitcheck::bench
