// SPDX-License-Identifier: BSD-3-Clause
// Fills in page.html: templates with {{names}}.
#include <fmt/format.h>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/report/page_model.hpp"
#include "ci/mpitcheck/report/page_template.hpp"
#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/text.hpp"

namespace mpitcheck::report {

namespace {

std::string title_of(const RunReport& report) {
  std::string targets;
  for (const TargetResult& target : report.targets) {
    targets += (targets.empty() ? "" : ", ") + target.name;
  }
  return html(targets);
}

std::string_view link_to(const BenchSection& bench) {
  return bench.html.empty() ? "" : "<p><a href=\"#_bench\">What MPI_T costs</a></p>\n";
}

}  // namespace

std::string bench_part(const BenchSection& bench) {
  if (bench.html.empty()) return {};
  return fmt::format(
      "<section class=\"bench\" aria-labelledby=\"_bench\">\n<h2 id=\"_bench\">What MPI_T "
      "costs</h2>\n{}</section>\n",
      bench.html);
}

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

std::string to_html(const RunReport& report, const BenchSection& bench) {
  const PageModel page(report);
  PageValues values = {{"title", title_of(report)},
                       {"target_count", std::to_string(report.targets.size())},
                       {"clause_count", std::to_string(report.clauses.size())},
                       {"css", std::string(page_css) + bench.css},
                       {"bench", bench_part(bench)},
                       {"js", std::string(page_js)},
                       {"header", header_section(page).append(link_to(bench))},
                       {"findings", findings_section(page)},
                       {"finding_count", std::to_string(report.findings.size())},
                       {"targets", targets_section(page)},
                       {"matrix", matrix_section(page)},
                       {"evidence", evidence_section(page)},
                       {"row_data", row_data(page)},
                       {"detail_data", detail_data(page)}};
  values["nonce"] =
      nonce_of(values["detail_data"] + values["row_data"] + values["findings"] + values["bench"]);
  return filled(page_html, values);
}

}  // namespace mpitcheck::report
