// SPDX-License-Identifier: BSD-3-Clause
// Reading Google Benchmark's JSON.
#include "bench/google_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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

}  // namespace
}  // namespace mpitcheck::bench
