// SPDX-License-Identifier: BSD-3-Clause
// Fills in page.html.
#include "report/bench_report.hpp"
#include "report/page_data.hpp"
#include "report/page_files.hpp"
#include "report/page_sections.hpp"
#include "report/page_template.hpp"
#include "report/report.hpp"
#include "report/text.hpp"

namespace mpitcheck::report {
namespace {

std::string title_of(const RunReport& report) {
  std::string targets;
  for (const TargetResult& target : report.targets) {
    targets += (targets.empty() ? "" : ", ") + target.name;
  }
  return html(targets);
}

std::string_view link_to(std::string_view bench_section) {
  return bench_section.empty() ? "" : "<p><a href=\"#_bench\">What MPI_T costs</a></p>\n";
}

}  // namespace

std::string to_html(const RunReport& report, std::string_view bench) {
  const PageModel page(report);
  PageValues values = {
      {"title", title_of(report)},
      {"target_count", std::to_string(report.targets.size())},
      {"clause_count", std::to_string(report.clauses.size())},
      {"css", std::string(page_css).append(bench.empty() ? std::string_view() : bench_css)},
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
