// SPDX-License-Identifier: BSD-3-Clause
// The parts of the pages, put into the binary by embed.cmake, and filling in their frames.
#pragma once

#include <string>
#include <string_view>

#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck::report {

extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view common_js;  ///< goes before the others
extern const std::string_view overview_js;
extern const std::string_view rules_js;
extern const std::string_view page_js;

extern const std::string_view compare_page_html;
extern const std::string_view compare_page_css;  ///< goes behind page_css
extern const std::string_view compare_page_js;

/// The frame, page_html or compare_page_html, with its style, its script, the JSON that the script
/// shows, and what benchmarks show.
std::string data_page(std::string_view frame, const std::string& css, const std::string& js,
                      std::string_view json, const BenchSection& bench);

}  // namespace mpitcheck::report
