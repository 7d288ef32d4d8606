// SPDX-License-Identifier: BSD-3-Clause
// The text of the comparison's page; browser_test.sh tests how it behaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>

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

/// The <main> of the page, which is well-formed XML but for the fields of the form.
pugi::xml_document parsed_main(const std::string& page) {
  const std::size_t start = page.find("<main>"), form = page.find("<form"),
                    rest = page.find("</form>") + 7, end = page.find("</main>") + 7;
  const std::string main = page.substr(start, form - start) + page.substr(rest, end - rest);
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_string(main.c_str());
  EXPECT_TRUE(result) << result.description() << " at " << main.substr(result.offset, 100);
  return document;
}

TEST(ComparisonPage, IsWellFormedWithARowPerClauseAndACellPerColumn) {
  for (const RunReport& report : {plausible(), report::samples::small()}) {
    const auto document = parsed_main(page_of(report));
    const auto rows = document.select_nodes("//table[@id='_matrix']/tbody/tr");
    EXPECT_EQ(rows.size(), report.clauses.size());
    for (const auto& row : rows) {
      EXPECT_EQ(row.node().select_nodes("td").size(), 2 + report.targets.size());
    }
  }
}

TEST(ComparisonPage, IdsAreUniqueAndLinksLeadSomewhere) {
  const auto document = parsed_main(page_of(plausible()));
  std::set<std::string> ids;
  for (const auto& attribute : document.select_nodes("//@id")) {
    EXPECT_TRUE(ids.insert(attribute.attribute().value()).second) << attribute.attribute().value();
  }
  const auto links = document.select_nodes("//a/@href");
  EXPECT_GT(links.size(), plausible().clauses.size());
  for (const auto& link : links) {
    EXPECT_TRUE(ids.contains(link.attribute().value() + 1)) << link.attribute().value();
  }
}

TEST(ComparisonPage, TablesHaveCaptionsAndHeadersWithTheirScope) {
  const auto document = parsed_main(page_of(plausible()));
  EXPECT_FALSE(document.select_nodes("//table").empty());
  EXPECT_TRUE(document.select_nodes("//table[not(caption)]").empty());
  EXPECT_TRUE(document.select_nodes("//th[not(@scope)]").empty());
  EXPECT_TRUE(document.select_nodes("//tbody/tr[not(th[@scope='row'])]").empty());
}

TEST(ComparisonPage, SaysDifferencesInWords) {
  const auto document = parsed_main(page_of(plausible()));
  const auto cells = document.select_node("//tr[@id='cvar-name-nonempty']").node();
  EXPECT_STREQ(cells.select_node("td[2]").node().child_value(), "verdict");
  EXPECT_STREQ(cells.select_node("td[2]/small").node().child_value(), "only MPICH 4.0.2");
  EXPECT_STREQ(cells.select_node("td[4]").node().child_value(), "fail");
  EXPECT_STREQ(cells.attribute("data-odd").value(), " 1 ");
  EXPECT_THAT(cells.select_node("th//li").node().first_child().value(), HasSubstr("MPICH 4.0.2"));
}

TEST(ComparisonPage, BehaviourStandsInATableOfItsOwn) {
  const auto document = parsed_main(page_of(plausible()));
  const auto row = document.select_node("//tr[@id='_b-cvar-info-null-out-ignored']").node();
  ASSERT_TRUE(row);
  EXPECT_EQ(pugi::xpath_query("string(td[2])").evaluate_string(row), "MPI_SUCCESS");
  EXPECT_FALSE(row.attribute("data-differs"));
  EXPECT_TRUE(row.select_nodes(".//td[@class='fail']").empty());
}

TEST(ComparisonPage, HostileTextIsNeverMarkup) {
  const std::string page = page_of(report::samples::small());
  EXPECT_THAT(page, HasSubstr(report::samples::mark));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("{{column")));
  EXPECT_EQ(page.find("<script", page.find("<script") + 1), std::string::npos);
  EXPECT_TRUE(std::ranges::none_of(
      page, [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f; }));
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
  EXPECT_EQ(parsed_main(page).select_nodes("//table[@id='_matrix']/tbody/tr").size(), 400u);
}

}  // namespace
}  // namespace mpitcheck
