// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck compare REPORT...`.
#include "ci/mpitcheck/compare/compare.hpp"

#include <fmt/format.h>

#include <optional>

#include "ci/mpitcheck/compare/comparison.hpp"
#include "ci/mpitcheck/compare/read_report.hpp"
#include "ci/mpitcheck/job/bench_script.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/output_file.hpp"

namespace mpitcheck {

int compare_reports(const std::vector<std::string>& paths, const std::string& html,
                    const std::string& markdown, const std::string& bench) {
  std::optional<OutputFile> page, text;  // opened first: a typing error is told at once
  if (!html.empty()) page.emplace(html);
  if (!markdown.empty()) text.emplace(markdown);
  std::vector<NamedReport> reports;
  for (const std::string& path : paths) reports.push_back({path, read_report(path)});
  const report::BenchSection costs = section_to_show(bench);
  const Comparison comparison = compare(reports);
  if (page) page->commit(comparison_page(comparison, costs));
  if (text) text->commit(comparison_markdown(comparison));
  if (!page && !text) fmt::print("{}", comparison_markdown(comparison));
  return exit_as_expected;
}

}  // namespace mpitcheck
