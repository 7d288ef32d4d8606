// SPDX-License-Identifier: BSD-3-Clause
// The forms of a report: well-formed, complete, and proof against hostile names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "ci/mpitcheck/bench/bench_plots.hpp"
#include "ci/mpitcheck/bench/bench_report.hpp"
#include "ci/mpitcheck/bench/bench_table.hpp"
#include "ci/mpitcheck/bench/compare.hpp"
#include "ci/mpitcheck/bench/selftests/sample_bench.hpp"
#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck::report {
namespace {

using namespace bench;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string hostile = "<img src=x onerror=\"'&\x1b[31m\xff|`\n\u202e";

/// All SVG elements of a page, each parsed as XML.
std::vector<pugi::xml_document> pictures(const std::string& page) {
  std::vector<pugi::xml_document> all;
  for (std::size_t at = page.find("<svg"); at != std::string::npos; at = page.find("<svg", at)) {
    const std::size_t end = page.find("</svg>", at) + 6;
    const auto result = all.emplace_back().load_buffer(page.data() + at, end - at);
    EXPECT_TRUE(result) << result.description() << ": " << page.substr(at, end - at);
    at = end;
  }
  return all;
}

TEST(BenchPage, PicturesAreWellFormedAndHoldEveryFigure) {
  const BenchReport report = samples::report();
  std::size_t bars = 0, points = 0, curves = 0;
  for (const pugi::xml_document& picture : pictures(to_html(report))) {
    bars += picture.select_nodes("/svg[@class='bars']//rect").size();
    points += picture.select_nodes("/svg[@class='growth']//circle").size();
    curves += picture.select_nodes("/svg[@class='growth']//path[@class='line']").size();
  }
  EXPECT_EQ(bars, 5U);  // two baselines, three of call; the failed one has none
  EXPECT_EQ(points, 4U);
  EXPECT_EQ(curves, 1U);
}

TEST(BenchPage, PicturesStayWithinTheirFrames) {
  BenchReport report = samples::report();
  report.rows[1].times = {1e-3, 5e11, 1e12};
  for (const pugi::xml_document& picture : pictures(to_html(report))) {
    const pugi::xml_node svg = picture.child("svg");
    double width = 0, height = 0;
    ASSERT_EQ(std::sscanf(svg.attribute("viewBox").value(), "0 0 %lf %lf", &width, &height), 2);
    for (const auto& node : picture.select_nodes("//rect | //text")) {
      EXPECT_GE(node.node().attribute("x").as_double(), 0);
      EXPECT_LT(node.node().attribute("x").as_double(), width);
      EXPECT_LE(node.node().attribute("y").as_double(), height);
      EXPECT_GE(node.node().attribute("width").as_double(), 0);
    }
  }
}

TEST(BenchPage, HostileTextIsNeverMarkup) {
  const std::string page = to_html(samples::report(hostile));
  pictures(page);
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<img")), Not(HasSubstr("\x1b")), Not(HasSubstr("\xff")),
                          Not(HasSubstr("{{")), HasSubstr("⟨U+202E⟩")));
  EXPECT_NO_THROW(json(page).dump());  // which refuses invalid UTF-8
}

TEST(BenchPage, IsASectionOfTheReportsPage) {
  const std::string section = bench_section(samples::report());
  const std::string page = to_html(RunReport{}, section);
  EXPECT_THAT(page, AllOf(HasSubstr("<h2 id=\"_bench\">"), HasSubstr("href=\"#_bench\""),
                          HasSubstr(section), HasSubstr(".bars")));
  EXPECT_THAT(to_html(RunReport{}), AllOf(Not(HasSubstr("_bench")), Not(HasSubstr(".bars"))));
}

TEST(BenchTable, RatioToBaselineAndToTheFastest) {
  const std::vector<BenchGroup> groups = bench_table(samples::report());
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups.back().name, "baseline");
  const BenchTableRow& hot = groups[0].rows[0];
  ASSERT_TRUE(hot.cells[0] && hot.cells[1]);
  EXPECT_DOUBLE_EQ(hot.cells[0]->ratio->median, 2.1);
  EXPECT_DOUBLE_EQ(*hot.cells[0]->to_fastest, 1);
  EXPECT_NEAR(*hot.cells[1]->to_fastest, 3.1 / 2.1, 1e-9);
  EXPECT_FALSE(groups[0].rows[2].cells[0].has_value());
  EXPECT_EQ(groups[0].rows[2].cells[1]->to_fastest, std::nullopt);
  EXPECT_EQ(groups[0].rows[1].cells[0]->problem, "SIGSEGV");
}

TEST(BenchText, EveryFigureHasBaselineSpreadAndVerdict) {
  const std::string text = to_text(samples::report());
  EXPECT_THAT(text, HasSubstr("call/MPI_T_a/hot"));
  EXPECT_THAT(text, HasSubstr("±5 %"));
  EXPECT_THAT(text, HasSubstr("  clock\n"));
  EXPECT_THAT(text, HasSubstr("3 repetitions of 1 x 10 ms"));
  EXPECT_THAT(text, HasSubstr("bound to core 1"));
  EXPECT_THAT(text, HasSubstr("handles"));
  EXPECT_THAT(text, HasSubstr("linear: "));
  EXPECT_THAT(text, HasSubstr("bytes_per_handle = fake 128"));
  EXPECT_THAT(text, HasSubstr("failed: fake calls: SIGSEGV"));
  EXPECT_THAT(text, HasSubstr("Against old.json: 1 slower, 0 faster, "));
  EXPECT_THAT(text, HasSubstr("Mann-Whitney"));
  EXPECT_THAT(text, HasSubstr("slower: fake call/MPI_T_a/hot: 2.10 -> 2.10 times clock"));
  EXPECT_THAT(to_text(samples::report(hostile)),
              AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\xff"))));
}

TEST(BenchText, InstructionsStandBesideTheTimesWhereTheyAreCounted) {
  BenchReport report = samples::report();
  for (const std::string& text : {to_text(report), to_markdown(report), bench_section(report)}) {
    EXPECT_THAT(text, Not(HasSubstr("instr")));
  }
  report.rows[1].counters["instructions"] = 45;
  for (const std::string& text : {to_text(report), to_markdown(report), bench_section(report)}) {
    EXPECT_THAT(text, AllOf(HasSubstr("45 instr"), Not(HasSubstr("instructions ="))));
  }
}

TEST(BenchMarkdown, HasTheTableAndEscapes) {
  const std::string text = to_markdown(samples::report());
  EXPECT_THAT(text, HasSubstr("| call/MPI\\_T\\_a/hot | clock | 21.0 ±5 % | ×2.10 (×1.00) |"));
  const std::string dangerous = to_markdown(samples::report(hostile));
  EXPECT_THAT(dangerous, AllOf(Not(HasSubstr("<img")), Not(HasSubstr("\x1b"))));
}

TEST(BenchJson, WhatIsWrittenIsRead) {
  const BenchReport report = samples::report();
  BenchReport again = bench_from_json(to_json(report));
  EXPECT_FALSE(again.comparison.has_value());
  again.comparison = report.comparison;
  EXPECT_EQ(to_json(again), to_json(report));
}

TEST(BenchJson, WhatDoesNotFitIsNamedByItsPlace) {
  const auto refusal = [](auto spoil) -> std::string {
    json document = json::parse(to_json(samples::report()));
    spoil(document);
    try {
      bench_from_json(document.dump());
    } catch (const InvalidReport& problem) {
      return problem.what();
    }
    return "accepted";
  };
  EXPECT_THAT(refusal([](json& it) { it["kind"] = "run"; }), HasSubstr("mpitcheck bench"));
  EXPECT_THAT(refusal([](json& it) { it["schema"] = 2; }), HasSubstr("its schema is 2"));
  EXPECT_THAT(refusal([](json& it) { it["rows"][1].erase("clock"); }),
              HasSubstr("rows[1].clock is missing"));
  EXPECT_THAT(refusal([](json& it) { it["rows"][1]["ns"]["sample"][0] = -1; }),
              HasSubstr("rows[1].ns.sample[0] is not a number above 0"));
  EXPECT_THAT(refusal([](json& it) { it["rows"][1]["target"] = "x"; }), HasSubstr("'x'"));
  EXPECT_THAT(refusal([](json& it) { it["rows"][1] = it["rows"][0]; }), HasSubstr("two rows"));
  EXPECT_THROW(bench_from_json("rubbish"), InvalidReport);
  EXPECT_THROW(bench_from_json("[]"), InvalidReport);
}

TEST(BenchWords, FiguresAndAxes) {
  EXPECT_EQ(figure(0.314), "0.31");
  EXPECT_EQ(figure(12.34), "12.3");
  EXPECT_EQ(figure(123.4), "123");
  EXPECT_EQ(figure(1234567), "1,234,567");
  EXPECT_EQ(spread_text(summary_of(std::vector<double>{1})), "once");
  EXPECT_EQ(time_label(1e5), "100 µs");
  EXPECT_EQ(size_label(10000), "10,000");
  EXPECT_EQ(size_label(10), "10");
  const LogAxis axis({20, 3000}, 0, 300);
  EXPECT_THAT(axis.ticks(9), ElementsAre(10, 100, 1000, 10000));
  EXPECT_DOUBLE_EQ(axis.at(100), 100);
  EXPECT_DOUBLE_EQ(axis.at(0), 0);
  EXPECT_THAT(axis.ticks(2), ElementsAre(10, 1000));
}

}  // namespace
}  // namespace mpitcheck::report
