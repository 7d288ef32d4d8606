// SPDX-License-Identifier: BSD-3-Clause
// The parts of the pages, put into the binary by embed.cmake, and filling in their templates.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck::report {

extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view page_js;

extern const std::string_view compare_page_html;
extern const std::string_view compare_page_css;  ///< goes behind page_css
extern const std::string_view compare_page_js;

using PageValues = std::map<std::string_view, std::string>;

/// Ties a page's own style and script to its content security policy, should an escape ever be
/// missing. A text cannot carry the nonce of the page it stands in, for that depends on the text.
std::string nonce_of(std::string_view text);

/// The template with each {{name}} replaced; what is put in is not looked at again.
std::string filled(std::string_view page, const PageValues& values);

/// What benchmarks show, under its heading, whose id is _bench; nothing for an empty one.
std::string bench_part(const BenchSection& bench);

}  // namespace mpitcheck::report
