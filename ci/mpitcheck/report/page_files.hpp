// SPDX-License-Identifier: BSD-3-Clause
// page.html, page.css and page.js, put into the binary by embed.cmake.
#pragma once

#include <string_view>

namespace mpitcheck::report {

extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view page_js;

}  // namespace mpitcheck::report
