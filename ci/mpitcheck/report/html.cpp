// SPDX-License-Identifier: BSD-3-Clause
// Fills in page.html.
#include <fmt/format.h>

#include <cstdint>
#include <map>

#include "report/page_data.hpp"
#include "report/page_files.hpp"
#include "report/page_sections.hpp"
#include "report/report.hpp"
#include "report/text.hpp"

namespace mpitcheck::report {
namespace {

// Ties the page's own style and script to its content security policy, should an escape ever be
// missing. A text cannot carry the nonce of the page it stands in, for that depends on the text
// (FNV-1a).
std::string nonce_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

// The template with each {{name}} replaced; what is put in is not looked at again.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& values) {
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

std::string title_of(const RunReport& report) {
  std::string targets;
  for (const TargetResult& target : report.targets) {
    targets += (targets.empty() ? "" : ", ") + target.name;
  }
  return html(targets);
}

}  // namespace

std::string to_html(const RunReport& report) {
  const PageModel page(report);
  std::map<std::string_view, std::string> values = {
      {"title", title_of(report)},
      {"target_count", std::to_string(report.targets.size())},
      {"clause_count", std::to_string(report.clauses.size())},
      {"css", std::string(page_css)},
      {"js", std::string(page_js)},
      {"header", header_section(page)},
      {"targets", targets_section(page)},
      {"matrix", matrix_section(page)},
      {"evidence", evidence_section(page)},
      {"row_data", row_data(page)},
      {"detail_data", detail_data(page)}};
  values["nonce"] = nonce_of(values["detail_data"] + values["row_data"]);
  return filled(page_html, values);
}

}  // namespace mpitcheck::report
