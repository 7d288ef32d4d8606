// SPDX-License-Identifier: BSD-3-Clause
// The parts of the pages, put into the binary by embed.cmake, and filling in their templates.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace mpitcheck::report {

extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view common_js;  ///< goes before the others
extern const std::string_view overview_js;
extern const std::string_view rules_js;
extern const std::string_view page_js;
extern const std::string_view bench_html;
extern const std::string_view bench_css;

extern const std::string_view compare_page_html;
extern const std::string_view compare_page_css;  ///< goes behind page_css
extern const std::string_view compare_page_js;

using PageValues = std::map<std::string_view, std::string>;

/// Ties a page's own style and script to its content security policy, should an escape ever be
/// missing. A text cannot carry the nonce of the page it stands in, for that depends on the text.
std::string nonce_of(std::string_view text);

/// The template with each {{name}} replaced; what is put in is not looked at again.
std::string filled(std::string_view page, const PageValues& values);

/// The page of `json`, which the scripts show; `bench`: as in to_html().
std::string data_page(std::string_view frame, std::string css, std::string js,
                      std::string_view json, std::string_view bench);

}  // namespace mpitcheck::report
