// SPDX-License-Identifier: BSD-3-Clause
// Size of a report of 10,000 tests on 8 targets.
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

#include "report/report.hpp"
#include "samples.hpp"

namespace mpitcheck::report {
namespace {

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
