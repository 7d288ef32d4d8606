// SPDX-License-Identifier: BSD-3-Clause
// The forms in which a run is reported: JSON (also read back), JUnit XML, Markdown and one HTML
// page.
//
// Strings that stem from a target may hold anything. Every writer turns invalid UTF-8 into U+FFFD
// and escapes what its format gives a meaning to; all but JSON, which keeps them, also show control
// characters as visible signs (the page does when its scripts run).
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck::report {

/// The number of the report.json format that is written and read: `schema` in report.schema.json.
inline constexpr int schema_version = 1;

/// The whole account of a run, after report.schema.json.
std::string to_json(const RunReport& report);

/// JUnit XML: a testsuite per target. Only a broken `must` is a failure there (with a gate: what
/// the gate finds); `error` is an error, known deviations, vacuous and not-applicable are skipped,
/// broken `should` and `quality` pass with a text.
std::string to_junit(const RunReport& report);

/// GitHub-flavoured Markdown, fit for a step summary: at most `limit` bytes, of which the last line
/// says what was cut.
std::string to_markdown(const RunReport& report, std::size_t limit = 900'000);

/// What benchmarks show on a page, made by bench.py --section: HTML, and the style that it needs
/// besides the page's own. Both are empty where there is nothing to show.
struct BenchSection {
  std::string html, css;
};

/// One self-contained page without external resources, whose scripts show what to_json() wrote.
std::string to_html(const RunReport& report, const BenchSection& bench = {});

/// What from_json throws: one line that says where the text is not a report.
struct InvalidReport : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads what to_json wrote. A report without footer is invalid, since the run that wrote it did
/// not end.
RunReport from_json(std::string_view text);

}  // namespace mpitcheck::report
