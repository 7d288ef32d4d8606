// SPDX-License-Identifier: BSD-3-Clause
// Sharing out the time; command lines of Google Benchmark.
#include <gtest/gtest.h>

#include <regex>

#include "ci/mpitcheck/bench/process.hpp"

namespace mpitcheck::bench {
namespace {

double seconds_of(const Timing& timing, std::size_t repetitions, const Workload& work) {
  const double each = timing.min_time * static_cast<double>(timing.inner + 1);
  return static_cast<double>(repetitions) *
         (work.fixed_seconds + static_cast<double>(work.rows) * each);
}

TEST(BenchTiming, TheRepetitionsFitIntoTheTime) {
  for (const std::size_t rows : {1U, 20U, 100U, 450U}) {
    const Workload work{4, rows};
    const Timing timing = plan_timing(270, 9, work);
    EXPECT_LE(seconds_of(timing, 9, work), 270) << rows;
    EXPECT_GE(timing.min_time, 0.005) << rows;
  }
}

TEST(BenchTiming, ManyRowsInLittleTimeAreMeasuredOnceEach) {
  EXPECT_EQ(plan_timing(270, 9, {4, 100}).inner, 3U);
  EXPECT_EQ(plan_timing(50, 5, {4, 450}).inner, 1U);
  EXPECT_GT(plan_timing(1, 9, {4, 450}).min_time, 0);
}

TEST(BenchTiming, ARepetitionThatTookTooLongShortensTheNext) {
  EXPECT_DOUBLE_EQ(adapted(0.02, 10, 100, 5), 0.02);
  EXPECT_DOUBLE_EQ(adapted(0.02, 40, 100, 5), 0.01);
  EXPECT_GT(adapted(0.02, 40, -5, 5), 0);
  EXPECT_DOUBLE_EQ(adapted(0.02, 40, 100, 0), 0.02);
}

TEST(BenchProcess, TheFilterFitsJustTheseNames) {
  const std::vector<std::string> names = {"a+b/hot", "x(1)/[2]|3", "c.d*/threads:2"};
  const std::regex filter(exact_filter(names), std::regex::extended);
  for (const std::string& name : names) EXPECT_TRUE(std::regex_search(name, filter)) << name;
  for (const char* name : {"aab/hot", "a+b/hot2", "ca+b/hot", "cxd/threads:2", "3", ""}) {
    EXPECT_FALSE(std::regex_search(name, filter)) << name;
  }
}

}  // namespace
}  // namespace mpitcheck::bench
