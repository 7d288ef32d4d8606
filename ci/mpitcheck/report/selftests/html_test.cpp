// SPDX-License-Identifier: BSD-3-Clause
// Tests of the page's file; browser_test.sh tests what it shows. Size of a report of 10,000 tests
// on 8 targets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

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
  EXPECT_EQ(occurrences(page, "<script"), 2u);  // the data, what shows them
  EXPECT_EQ(occurrences(page, "</script"), 2u);
  EXPECT_EQ(occurrences(page, "<style"), 1u);
  EXPECT_EQ(occurrences(page, "<noscript>"), occurrences(page, "</noscript>"));
}

TEST(Page, HoldsNoControlCharactersAndNoInvalidUtf8) {
  const std::string page = to_html(samples::small());
  EXPECT_TRUE(std::ranges::none_of(
      page, [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\t'; }));
  EXPECT_NO_THROW(nlohmann::json(page).dump());  // which refuses invalid UTF-8
}

TEST(Page, HoldsTheReport) {
  for (const RunReport& report : {samples::small(), samples::gated()}) {
    const std::string page = to_html(report);
    const std::size_t start = page.find('{', page.find("id=\"_data\""));
    const std::string json = page.substr(start, page.find("</script>", start) - start);
    EXPECT_EQ(json.find('<'), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(json), nlohmann::json::parse(to_json(report)));
  }
}

TEST(Page, NeedsNothingFromOutside) {
  const std::string page = to_html(samples::plausible());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr(" src=")));
  EXPECT_THAT(page, Not(HasSubstr("url(")));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
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
  expect_bounded("page", report, 100'000'000, [](const RunReport& it) { return to_html(it); });
  expect_bounded("JSON", report, 100'000'000, to_json);
  expect_bounded("JUnit", report, 40'000'000, to_junit);
  expect_bounded("Markdown", report, 900'000, [](const RunReport& it) { return to_markdown(it); });
}

}  // namespace

}  // namespace mpitcheck::report
