// SPDX-License-Identifier: BSD-3-Clause
// The forms in which benchmarks are reported: a table in the terminal, JSON (also read back),
// Markdown and one HTML page.
#pragma once

#include <string>
#include <string_view>

#include "ci/mpitcheck/bench/bench_model.hpp"

namespace mpitcheck::report {

/// The number of the JSON format that is written and read: `schema` in bench.schema.json.
inline constexpr int bench_schema_version = 1;

/// All figures, after bench.schema.json.
std::string to_json(const bench::BenchReport& report);

/// Reads what to_json wrote; the comparison is left out. Throws InvalidReport (report.hpp).
bench::BenchReport bench_from_json(std::string_view text);

/// Benchmarks as rows, targets as columns, for a terminal.
std::string to_text(const bench::BenchReport& report);

/// The same in GitHub-flavoured Markdown.
std::string to_markdown(const bench::BenchReport& report);

/// One self-contained page with plots, without JavaScript.
std::string to_html(const bench::BenchReport& report);

/// What the page holds, as a section of another page with the same style sheets.
std::string bench_section(const bench::BenchReport& report);

}  // namespace mpitcheck::report
