// SPDX-License-Identifier: BSD-3-Clause
// The file of the comparison's page; browser_test.sh tests what it shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ci/mpitcheck/compare/comparison.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"

namespace mpitcheck {
namespace {

using report::samples::plausible;
using testing::HasSubstr;
using testing::Not;

std::string page_of(const RunReport& report) {
  return comparison_page(compare({{"a.json", report}}));
}

nlohmann::json data_of(const std::string& page) {
  const std::size_t start = page.find('{', page.find("id=\"_data\""));
  return nlohmann::json::parse(page.substr(start, page.find("</script>", start) - start));
}

TEST(ComparisonPage, HoldsAVerdictPerClauseAndColumn) {
  for (const RunReport& report : {plausible(), report::samples::small()}) {
    const nlohmann::json data = data_of(page_of(report));
    EXPECT_EQ(data["clauses"].size(), report.clauses.size());
    for (const auto& clause : data["clauses"]) {
      EXPECT_EQ(clause["verdicts"].size(), report.targets.size());
    }
    EXPECT_EQ(data["findings"].size(), report.findings.size());
  }
}

TEST(ComparisonPage, HoldsWhatDiffers) {
  const nlohmann::json data = data_of(page_of(plausible()));
  const auto& clause = data["clauses"][1];
  EXPECT_EQ(clause["id"], "cvar-name-nonempty");
  EXPECT_EQ(clause["verdicts"], nlohmann::json::array({"pass", "fail", "pass"}));
  EXPECT_EQ(clause["verdicts_differ"], true);
  EXPECT_EQ(clause["odd"], nlohmann::json::array({1}));
  EXPECT_EQ(clause["deviations"][0]["column"], 1);
  EXPECT_EQ(data["columns"][1]["label"], "MPICH 4.0.2");
}

TEST(ComparisonPage, HostileTextIsNeverMarkup) {
  const std::string page = page_of(report::samples::small());
  EXPECT_THAT(page, HasSubstr(report::samples::mark));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("{{column")));
  const std::size_t data = page.find("<script"), script = page.find("<script", data + 1);
  EXPECT_EQ(page.find("<script", script + 1), std::string::npos);
  EXPECT_TRUE(std::ranges::none_of(
      page, [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\t'; }));
  EXPECT_NO_THROW(nlohmann::json(page).dump());  // which refuses invalid UTF-8
}

TEST(ComparisonPage, NeedsNothingFromOutside) {
  const std::string page = page_of(plausible());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr(" src=")));
  EXPECT_THAT(page, Not(HasSubstr("url(")));
}

TEST(ComparisonPage, StaysSmallWithManyColumnsAndClauses) {
  const std::string page = page_of(report::samples::big(4000, 8, 10));
  EXPECT_LT(page.size(), 3'000'000u);
  EXPECT_EQ(data_of(page)["clauses"].size(), 400u);
}

}  // namespace
}  // namespace mpitcheck
