// SPDX-License-Identifier: BSD-3-Clause
// From processes to rows: ratios, repetitions, series.
#include "bench/figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/discovery.hpp"
#include "bench/machine.hpp"
#include "bench/series.hpp"
#include "sample_bench.hpp"

namespace mpitcheck::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Measured measured(const std::string& name, double ns, const std::string& problem = {}) {
  return {name, {}, "cpu", ns, {}, problem};
}

Figures two_rows() {
  Figures figures;
  Row base = samples::row("baseline/clock", {});
  base.baseline.clear();
  figures.add(base);
  figures.add(samples::row("a", {}));
  return figures;
}

TEST(BenchFigures, RatiosAreToTheBaselineOfTheSameProcess) {
  Figures figures = two_rows();
  figures.take("fake", "calls", {{measured("baseline/clock", 10), measured("a", 30)}, {}}, 0);
  figures.take("fake", "calls", {{measured("baseline/clock", 20), measured("a", 40)}, {}}, 1);
  const std::vector<Row> rows = figures.rows();
  EXPECT_THAT(rows[1].times, ElementsAre(30, 40));
  EXPECT_THAT(rows[1].ratios, ElementsAre(3, 2));
  EXPECT_THAT(rows[0].ratios, IsEmpty());
}

TEST(BenchFigures, ABaselineOfTwoProcessesCountsOncePerRepetition) {
  Figures figures = two_rows();
  for (const std::size_t repetition : {1U, 2U}) {  // repetition 0 failed
    figures.take("fake", "calls", {{measured("baseline/clock", 10)}, {}}, repetition);
    figures.take("fake", "calls", {{measured("baseline/clock", 99), measured("a", 99)}, {}},
                 repetition);
  }
  EXPECT_THAT(figures.rows()[0].times, ElementsAre(10, 10));
  EXPECT_THAT(figures.rows()[1].ratios, ElementsAre(1, 1));
}

TEST(BenchFigures, FailuresAreToldAndUnknownRowsIgnored) {
  Figures figures = two_rows();
  EXPECT_THAT(figures.take("fake", "calls", {{measured("a", 0, "bad"), measured("z", 1)}, {}}, 0),
              ElementsAre("fake a: bad"));
  EXPECT_THAT(figures.take("other", "calls", {{measured("a", 1)}, {}}, 0), IsEmpty());
  EXPECT_THAT(figures.rows()[1].times, IsEmpty());
  EXPECT_THAT(figures.rows()[1].problem, HasSubstr("no repetition"));
}

TEST(BenchFigures, ALabelMeansTheBaselineOnAsManyThreads) {
  const std::vector<std::string> names = {"baseline/add", "baseline/add/threads:2", "other"};
  EXPECT_EQ(baseline_row("add", "x", names), "baseline/add");
  EXPECT_EQ(baseline_row("add", "x/threads:2", names), "baseline/add/threads:2");
  EXPECT_EQ(baseline_row("add", "x/threads:4", names), "baseline/add");
  EXPECT_EQ(baseline_row("other", "x", names), "other");
  EXPECT_EQ(baseline_row("none", "x", names), "");
  EXPECT_EQ(threads_of("x/threads:12"), 12);
  EXPECT_EQ(threads_of("x"), 1);
}

TEST(BenchSeries, RowsOfOneSubjectBecomeASeriesInTheOrderOfSize) {
  std::vector<Row> rows;
  for (const char* name : {"scale/handles/100", "scale/handles/1/iterations:5", "scale/handles/10",
                           "scale/deep/name/7", "scale/none", "scale/x/many", "call/x/1"}) {
    rows.push_back(samples::row(name, {1.0}));
  }
  rows[0].times = {1000};
  rows[2].times = {100};
  const std::vector<Series> series = series_of(rows);
  ASSERT_EQ(series.size(), 2U);
  EXPECT_EQ(series[0].what, "handles");
  ASSERT_EQ(series[0].points.size(), 3U);
  EXPECT_DOUBLE_EQ(series[0].points[0].size, 1);
  EXPECT_DOUBLE_EQ(series[0].points[2].ns.median, 1000);
  EXPECT_EQ(series[0].growth, "linear");
  EXPECT_NEAR(series[0].slope_ns, 10, 0.1);
  EXPECT_EQ(series[1].what, "deep/name");
  EXPECT_EQ(series[1].growth, "");
}

TEST(BenchNoise, SpreadOfTheBaselinesAndOthersMakeAMachineNoisy) {
  BenchReport report = samples::report();
  report.machine.others = report.machine.stolen = 0;
  EXPECT_THAT(judge_noise(report).reasons, IsEmpty());
  report.machine.others = 0.6;
  report.machine.stolen = 0.1;
  EXPECT_THAT(judge_noise(report).reasons, ElementsAre(HasSubstr("60 %"), HasSubstr("10 %")));
  report.machine.others = report.machine.stolen = 0;
  for (Row& row : report.rows) {
    if (row.name == "baseline/clock") row.times = {10, 14, 18};
  }
  EXPECT_THAT(judge_noise(report).reasons, ElementsAre(HasSubstr("the baselines spread")));
}

}  // namespace
}  // namespace mpitcheck::bench
