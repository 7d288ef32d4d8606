// SPDX-License-Identifier: BSD-3-Clause
// Pages: a frame of HTML, the data that it is about, and the scripts that show them.
#include <fmt/format.h>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/report/page_template.hpp"
#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck::report {

namespace {

// In JSON "<" stands only within texts, where it may be escaped. Without it no text can end the
// script element.
std::string for_script(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

/// Under its heading, whose id is _bench.
std::string bench_part(std::string_view section) {
  if (section.empty()) return {};
  return fmt::format(
      "<section class=\"bench\" aria-labelledby=\"_bench\">\n<h2 id=\"_bench\">What MPI_T "
      "costs</h2>\n{}</section>\n",
      section);
}

std::string link_to(std::string_view bench_section) {
  return bench_section.empty() ? "" : "<a href=\"#_bench\">What MPI_T costs</a>\n";
}

}  // namespace

std::string nonce_of(std::string_view text) { return fmt::format("{:016x}", fingerprint(text)); }

std::string filled(std::string_view page, const PageValues& values) {
  std::string out;
  for (;;) {
    const std::size_t open = page.find("{{");
    const std::size_t close = page.find("}}", open);
    if (open == std::string_view::npos || close == std::string_view::npos) return out.append(page);
    out += page.substr(0, open);
    out += values.at(page.substr(open + 2, close - open - 2));
    page.remove_prefix(close + 2);
  }
}

std::string data_page(std::string_view frame, std::string css, std::string js,
                      std::string_view json, std::string_view bench) {
  if (!bench.empty()) css += bench_css;
  return filled(frame, {{"css", std::move(css)},
                        {"js", std::move(js)},
                        {"data", for_script(json)},
                        {"bench", bench_part(bench)},
                        {"bench_link", link_to(bench)},
                        {"nonce", nonce_of(json) + nonce_of(bench)}});
}

std::string to_html(const RunReport& report, std::string_view bench) {
  std::string js;
  for (const std::string_view part : {common_js, overview_js, rules_js, page_js}) js += part;
  return data_page(page_html, std::string(page_css), std::move(js), to_json(report), bench);
}

}  // namespace mpitcheck::report
