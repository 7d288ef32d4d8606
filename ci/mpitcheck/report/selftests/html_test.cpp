// SPDX-License-Identifier: BSD-3-Clause
// Tests of the page's text; browser_test.sh tests how it behaves. Size of a report of 10,000 tests
// on 8 targets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "ci/mpitcheck/report/page_model.hpp"
#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"

namespace mpitcheck::report {

namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(Page, HostileTextIsNeverMarkup) {
  const std::string page = to_html(samples::small());
  ASSERT_THAT(page, HasSubstr(samples::mark));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("onerror=\"")));
  EXPECT_EQ(occurrences(page, "<script"), 3u);  // rows, details, page.js
  EXPECT_EQ(occurrences(page, "</script"), 3u);
  EXPECT_EQ(occurrences(page, "<style"), 1u);
  EXPECT_EQ(occurrences(page, "<noscript>"), occurrences(page, "</noscript>"));
}

TEST(Page, HoldsNoControlCharactersAndNoInvalidUtf8) {
  const std::string page = to_html(samples::small());
  EXPECT_TRUE(std::ranges::none_of(
      page, [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f; }));
  EXPECT_THAT(page, Not(HasSubstr("\xff")));
  EXPECT_THAT(page, Not(HasSubstr("\u2028")));
  EXPECT_THAT(page, HasSubstr("⟨U+202E⟩"));
  EXPECT_NO_THROW(nlohmann::json(page).dump());  // which refuses invalid UTF-8
}

TEST(Page, DataCannotEndItsScriptElement) {
  const RunReport report = samples::small();
  const PageModel model(report);
  for (const std::string& data : {row_data(model), detail_data(model)}) {
    EXPECT_EQ(data.find_first_of("<>&"), std::string::npos);
    EXPECT_NO_THROW(nlohmann::json::parse(data));
  }
  EXPECT_THAT(detail_data(model), HasSubstr("\\u003c/script\\u003e"));
}

TEST(Page, NeedsNothingFromOutside) {
  const std::string page = to_html(samples::plausible());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr(" src=")));
  EXPECT_THAT(page, Not(HasSubstr("url(")));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(Page, EachClauseIsARowWithItsAnchorAndVerdicts) {
  const std::string page = to_html(samples::plausible());
  const std::size_t start =
      page.find("<tr class=\"row\" id=\"cvar-name-nonempty\"><th scope=\"row\">");
  ASSERT_NE(start, std::string::npos);
  const std::string row = page.substr(start, page.find('\n', start) - start);
  EXPECT_THAT(row, HasSubstr("<a href=\"#cvar-name-nonempty\">cvar-name-nonempty</a>"));
  EXPECT_THAT(row,
              testing::EndsWith("<td>must</td><td class=\"pass\">pass</td>"
                                "<td class=\"fail\">fail</td><td class=\"pass\">pass</td></tr>"));
  EXPECT_EQ(occurrences(page, "<tr class=\"row\""), samples::plausible().clauses.size());
  EXPECT_THAT(page, HasSubstr("<td class=\"vacuous\">vacuous</td>"));
  EXPECT_THAT(page, HasSubstr("<td class=\"not-run\">not run</td>"));
}

TEST(Page, BeginsWithFindings) {
  const RunReport report = samples::gated();
  const std::string page = to_html(report);
  EXPECT_EQ(occurrences(page, "<details class=\"finding\""), report.findings.size());
  const std::size_t first = page.find("<details class=\"finding\" id=\"" + report.findings[0].id);
  EXPECT_LT(first, page.find("id=\"_targets\""));
  EXPECT_THAT(page, HasSubstr("<span class=\"where\">mpich (new)</span>"));
  EXPECT_THAT(page, HasSubstr("<details><summary>C program</summary><pre>int main(void)"));
}

TEST(Page, DeviatingClausesComeFirst) {
  const std::string page = to_html(samples::plausible());
  const auto at = [&](const char* id) { return page.find(std::string("id=\"") + id + '"'); };
  EXPECT_LT(at("init-finalize-after-mpi"), at("cvar-desc-recommended"));
  EXPECT_LT(at("cvar-desc-recommended"), at("category-changed-stamp"));
  EXPECT_LT(at("category-changed-stamp"), at("cvar-num-nonnegative"));
  EXPECT_LT(at("cvar-num-nonnegative"), at("event-callback-safety"));
  EXPECT_LT(at("event-callback-safety"), at("errors-never-abort"));
}

TEST(Page, SaysThatTheRunWasInterrupted) {
  EXPECT_THAT(to_html(samples::small()),
              HasSubstr("Interrupted: this report holds what was done until then."));
  EXPECT_THAT(to_html(samples::plausible()), Not(HasSubstr("class=\"notice\"")));
}

TEST(Page, TellsWhatTheGateFoundAndWhatIsKnown) {
  const RunReport report = samples::gated();
  const std::string page = to_html(report);
  EXPECT_THAT(page, HasSubstr("Differences from the expectations: 2. Known deviations: 1."));
  EXPECT_THAT(page,
              HasSubstr("<li>unexpected-failure: mpich <code>cvar.info.name-nonempty</code>"));
  EXPECT_THAT(page, HasSubstr("<p>known bug: the event base is gone: https://example.org"));
  EXPECT_THAT(detail_data(PageModel(report)), HasSubstr("\"known\":\"known bug: the event base"));
}

TEST(Page, HasTheEvidenceWithoutJavaScript) {
  const std::string page = to_html(samples::plausible());
  const std::size_t start = page.rfind("<noscript>");
  const std::string plain = page.substr(start, page.find("</noscript>", start) - start);
  EXPECT_THAT(plain, HasSubstr("<details id=\"_e-cvar-name-nonempty\">"));
  EXPECT_THAT(plain, HasSubstr("<dt>expected</dt><dd>a name of at least one character</dd>"));
  EXPECT_THAT(plain, HasSubstr("Missing: a performance variable of class COUNTER"));
  EXPECT_THAT(
      plain,
      HasSubstr("<pre>mpitcheck run build/mpich --filter cvar.info.name-nonempty --seed 7</pre>"));
}

TEST(Page, EvidenceBeyondTheLimitIsMarkedAsCut) {
  const RunReport report = samples::plausible();
  const PageModel model(report);
  EXPECT_THAT(detail_data(model), Not(HasSubstr("\"cut\":true")));
  EXPECT_THAT(detail_data(model, 500), HasSubstr("\"cut\":true"));
}

TEST(Page, JoinsEqualSections) {
  EXPECT_EQ(sections_line(samples::plausible().clauses[0]), "3.0–3.1: 14.3.6, 4.0–5.0: 15.3.6");
}

// As many as the report promises for optimised builds; others write a tenth of them in the same
// time.
#ifdef NDEBUG
constexpr std::size_t test_count = 10'000;
#else
constexpr std::size_t test_count = 1'000;
#endif

// Time is told, not asserted: the machine may be busy.
template <class Write>
void expect_bounded(const char* form, const RunReport& report, std::size_t most_bytes,
                    Write write) {
  SCOPED_TRACE(form);
  const std::clock_t start = std::clock();
  const std::string text = write(report);
  std::printf("%s: %.2f s of processor time, %zu bytes\n", form,
              static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, text.size());
  EXPECT_LE(text.size(), most_bytes);
}

TEST(BigReport, IsBounded) {
  const RunReport report = samples::big(test_count, 8, 10);
  expect_bounded("page", report, 40'000'000, [](const RunReport& it) { return to_html(it); });
  expect_bounded("JSON", report, 100'000'000, to_json);
  expect_bounded("JUnit", report, 40'000'000, to_junit);
  expect_bounded("Markdown", report, 900'000, [](const RunReport& it) { return to_markdown(it); });
}

TEST(BigReport, PageStaysBoundedWhenEverythingFails) {
  EXPECT_LE(to_html(samples::big(test_count, 8, 1)).size(), 60'000'000u);
}

}  // namespace

}  // namespace mpitcheck::report
