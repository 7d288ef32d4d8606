// SPDX-License-Identifier: BSD-3-Clause
// The parts of the pages, put into the binary by embed.cmake.
#pragma once

#include <string_view>

namespace mpitcheck::report {

extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view page_js;
extern const std::string_view bench_html;
extern const std::string_view bench_css;

extern const std::string_view compare_page_html;
extern const std::string_view compare_page_css;  ///< goes behind page_css
extern const std::string_view compare_page_js;

}  // namespace mpitcheck::report
