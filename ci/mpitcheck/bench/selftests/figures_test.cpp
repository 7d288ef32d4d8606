// SPDX-License-Identifier: BSD-3-Clause
// From Google Benchmark's JSON to processes and rows: ratios, repetitions, series.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "ci/mpitcheck/bench/discovery.hpp"
#include "ci/mpitcheck/bench/figures.hpp"
#include "ci/mpitcheck/bench/google_json.hpp"
#include "ci/mpitcheck/bench/machine.hpp"
#include "ci/mpitcheck/bench/selftests/sample_bench.hpp"
#include "ci/mpitcheck/bench/series.hpp"

namespace mpitcheck::bench {

namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

json entry(const std::string& name, double cpu, const std::string& unit = "ns") {
  return {{"name", name},         {"run_name", name},     {"run_type", "iteration"},
          {"real_time", cpu * 3}, {"cpu_time", cpu},      {"time_unit", unit},
          {"iterations", 100},    {"repetition_index", 0}};
}

ProcessFigures parsed(const json& entries, const json& context = json::object()) {
  return parse_google(json{{"context", context}, {"benchmarks", entries}}.dump());
}

TEST(GoogleJson, RepetitionsGiveTheirMedian) {
  json aggregate = entry("a", 777);
  aggregate["run_type"] = "aggregate";
  const auto figures =
      parsed(json::array({entry("a", 1), entry("a", 3), entry("a", 500), aggregate}));
  ASSERT_EQ(figures.rows.size(), 1U);
  EXPECT_DOUBLE_EQ(figures.rows[0].ns, 3);
  EXPECT_EQ(figures.rows[0].clock, "cpu");
}

TEST(GoogleJson, UnitsBecomeNanoseconds) {
  const auto figures =
      parsed(json::array({entry("a", 2, "us"), entry("b", 2, "ms"), entry("c", 2, "s")}));
  EXPECT_DOUBLE_EQ(figures.rows[0].ns, 2e3);
  EXPECT_DOUBLE_EQ(figures.rows[1].ns, 2e6);
  EXPECT_DOUBLE_EQ(figures.rows[2].ns, 2e9);
}

TEST(GoogleJson, TheNameSaysWhichClockCounts) {
  const auto figures = parsed(json::array(
      {entry("a/manual_time", 1), entry("b/real_time/threads:2", 1), entry("c/real_timer", 1)}));
  EXPECT_DOUBLE_EQ(figures.rows[0].ns, 3);
  EXPECT_EQ(figures.rows[1].clock, "real");
  EXPECT_EQ(figures.rows[2].clock, "cpu");
}

TEST(GoogleJson, LabelNamesTheBaselineAndCountersAreKept) {
  json labelled = entry("a", 1);
  labelled["label"] = "baseline=clock_gettime of 3";
  labelled["bytes_per_handle"] = 96;
  labelled["items_per_second"] = 1e9;
  const auto figures = parsed(json::array({labelled}), {{"missing", "events; pvars"}});
  EXPECT_EQ(figures.rows[0].baseline, "clock_gettime");
  EXPECT_EQ(figures.rows[0].counters, (std::map<std::string, double>{{"bytes_per_handle", 96}}));
  EXPECT_THAT(figures.missing, ElementsAre("events", "pvars"));
}

TEST(GoogleJson, WhatWasNotMeasuredIsAProblemNotAFigure) {
  json failed = entry("a", 1);
  failed["error_occurred"] = true;
  failed["error_message"] = "no such variable";
  const auto figures =
      parsed(json::array({failed, entry("b", 0), entry("c", -1), entry("d", 1), entry("d", 0)}));
  EXPECT_EQ(figures.rows[0].problem, "no such variable");
  for (const std::size_t i : {1U, 2U, 3U}) {
    EXPECT_THAT(figures.rows[i].problem, HasSubstr("nothing was measured"));
    EXPECT_DOUBLE_EQ(figures.rows[i].ns, 0);
  }
}

TEST(GoogleJson, WhatIsNoneIsRefused) {
  for (const char* text : {"", "rubbish", "[]", "{}", "{\"context\": {}}", "\xff",
                           "{\"context\": {}, \"benchmarks\": [{}]}",
                           "{\"context\": {}, \"benchmarks\": [{\"name\": \"a\"}]}",
                           "{\"context\": 1, \"benchmarks\": []}",
                           "{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"cpu_time\": 1, "
                           "\"time_unit\": \"days\"}]}"}) {
    EXPECT_THROW(parse_google(text), NotGoogleBenchmark) << text;
  }
}

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
