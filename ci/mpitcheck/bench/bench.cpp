// SPDX-License-Identifier: BSD-3-Clause
// One `mpitcheck bench` from command line to exit code.
#include "ci/mpitcheck/bench/bench.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>

#include "ci/mpitcheck/bench/bench.hpp"
#include "ci/mpitcheck/bench/bench_report.hpp"
#include "ci/mpitcheck/bench/compare.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/output_file.hpp"

namespace mpitcheck::bench {
namespace {

/// A report file and what fills it.
struct ReportFile {
  OutputFile file;
  std::string (*write)(const BenchReport&);
};

std::vector<ReportFile> open_reports(const BenchOptions& options) {
  const std::pair<const std::string&, std::string (*)(const BenchReport&)> wanted[] = {
      {options.json, report::to_json},
      {options.markdown, report::to_markdown},
      {options.html, report::to_html}};
  std::vector<ReportFile> files;
  for (const auto& [path, write] : wanted) {
    if (!path.empty()) files.push_back({OutputFile(path), write});
  }
  return files;
}

int exit_code_of(const BenchReport& report) {
  if (report.interrupted) return exit_interrupted;
  if (report.comparison && count(*report.comparison, Direction::slower) > 0) {
    return exit_broken_must;
  }
  return report.problems.empty() ? exit_as_expected : exit_own_error;
}

}  // namespace

int run_bench(const BenchOptions& options, const std::vector<std::string>& command) {
  if (options.trees.empty() && options.from.empty()) {
    throw UserError("bench needs a TREE to measure, or --from FILE (see mpitcheck bench --help)");
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::optional<BenchReport> before;
  if (!options.against.empty()) before = read_bench("--against", options.against);
  std::vector<ReportFile> files = open_reports(options);
  BenchReport report =
      options.from.empty() ? measure(options, command) : read_bench("--from", options.from);
  bool nothing_to_compare = false;
  if (before) {
    report.comparison = compare(
        *before, report, {options.min_effect / 100, CompareOptions{}.alpha, options.even_if_noisy});
    report.comparison->against = options.against;
    nothing_to_compare = report.comparison->changes.empty() && !report.interrupted;
  }
  std::fputs(report::to_text(report).c_str(), stdout);
  std::fflush(stdout);
  for (ReportFile& file : files) file.file.commit(file.write(report));
  if (nothing_to_compare) {
    throw UserError(
        fmt::format("--against '{}' has no benchmark in common with this run", options.against),
        exit_nothing_selected);
  }
  return exit_code_of(report);
}

}  // namespace mpitcheck::bench
