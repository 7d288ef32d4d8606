// SPDX-License-Identifier: BSD-3-Clause
// Pages: a frame of HTML, the data that it is about, and the scripts that show them.
#include <fmt/format.h>

#include <map>

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

std::string bench_part(const BenchSection& bench) {
  if (bench.html.empty()) return {};
  return fmt::format(
      "<section class=\"bench\" aria-labelledby=\"_bench\">\n<h2 id=\"_bench\">What MPI_T "
      "costs</h2>\n{}</section>\n",
      bench.html);
}

std::string link_to(const BenchSection& bench) {
  return bench.html.empty() ? "" : "<a href=\"#_bench\">What MPI_T costs</a>\n";
}

/// Ties a page's own style and script to its content security policy, should an escape ever be
/// missing. A text cannot carry the nonce of the page it stands in, for that depends on the text.
std::string nonce_of(std::string_view json, const BenchSection& bench) {
  return fmt::format("{:016x}{:016x}", fingerprint(json), fingerprint(bench.html));
}

/// The frame with each {{name}} replaced; what is put in is not looked at again.
std::string filled(std::string_view frame, const std::map<std::string_view, std::string>& values) {
  std::string out;
  for (;;) {
    const std::size_t open = frame.find("{{");
    const std::size_t close = frame.find("}}", open);
    if (open == std::string_view::npos || close == std::string_view::npos) return out.append(frame);
    out += frame.substr(0, open);
    out += values.at(frame.substr(open + 2, close - open - 2));
    frame.remove_prefix(close + 2);
  }
}

}  // namespace

std::string data_page(std::string_view frame, const std::string& css, const std::string& js,
                      std::string_view json, const BenchSection& bench) {
  return filled(frame, {{"css", css + bench.css},
                        {"js", js},
                        {"data", for_script(json)},
                        {"bench", bench_part(bench)},
                        {"bench_link", link_to(bench)},
                        {"nonce", nonce_of(json, bench)}});
}

std::string to_html(const RunReport& report, const BenchSection& bench) {
  std::string js;
  for (const std::string_view part : {common_js, overview_js, rules_js, page_js}) js += part;
  return data_page(page_html, std::string(page_css), js, to_json(report), bench);
}

}  // namespace mpitcheck::report
