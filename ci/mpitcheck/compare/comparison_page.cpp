// SPDX-License-Identifier: BSD-3-Clause
// Fills in compare_page.html.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ci/mpitcheck/compare/comparison_tables.hpp"
#include "ci/mpitcheck/report/page_template.hpp"
#include "ci/mpitcheck/report/text.hpp"

namespace mpitcheck {
namespace {

using report::html;

std::string option(std::string_view value, std::string_view text) {
  return fmt::format("<option value=\"{}\">{}</option>", html(value), html(text));
}

std::string show_options(const Comparison& comparison) {
  std::string out = option("", "all") + option("differing", "differing");
  const bool any_odd =
      std::ranges::any_of(comparison.rows, [](const ClauseRow& row) { return !row.odd.empty(); });
  if (!any_odd) return out;
  out += option("one", "only one differs");
  for (std::size_t i = 0; i < comparison.parties.size(); ++i) {
    out += option(std::to_string(i), "only " + comparison.parties[i] + " differs");
  }
  return out;
}

std::string area_options(const Comparison& comparison) {
  std::string out = option("", "all");
  std::set<std::string_view> areas;
  for (const ClauseRow& row : comparison.rows) areas.insert(row.clause.area);
  for (const std::string_view area : areas) out += option(area, area);
  return out;
}

std::string title_of(const Comparison& comparison) {
  std::string out;
  for (const Column& column : comparison.columns) (out += out.empty() ? "" : ", ") += column.label;
  return html(out);
}

}  // namespace

std::string comparison_page(const Comparison& comparison, const report::BenchSection& bench) {
  const auto differing = std::ranges::count_if(comparison.rows, [](const ClauseRow& row) {
    return row.verdicts_differ || row.behaviours_differ;
  });
  std::map<std::string_view, std::string> values = {
      {"title", title_of(comparison)},
      {"column_count", std::to_string(comparison.columns.size())},
      {"clause_count", std::to_string(comparison.rows.size())},
      {"differing_count", std::to_string(differing)},
      {"page_css", std::string(report::page_css)},
      {"css", std::string(report::compare_page_css) + bench.css},
      {"js", std::string(report::compare_page_js)},
      {"show_options", show_options(comparison)},
      {"area_options", area_options(comparison)},
      {"finding_count", std::to_string(comparison.findings.size())},
      {"findings", findings_table(comparison)},
      {"columns", columns_table(comparison)},
      {"clauses", clauses_table(comparison)},
      {"behaviours", behaviours_table(comparison)},
      {"inventories", inventories_section(comparison)},
      {"bench", report::bench_part(bench)},
      {"bench_link", bench.html.empty() ? "" : " <a href=\"#_bench\">Costs</a>"}};
  values["nonce"] = report::nonce_of(values["clauses"] + values["behaviours"] + values["columns"] +
                                     values["inventories"] + values["findings"] + values["bench"]);
  return report::filled(report::compare_page_html, values);
}

}  // namespace mpitcheck
