// SPDX-License-Identifier: BSD-3-Clause
// CLI11 set-up of `mpitcheck bench`; reading an earlier run, with messages for users.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "ci/mpitcheck/bench/bench.hpp"
#include "ci/mpitcheck/bench/bench_report.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/input_file.hpp"
#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck::bench {

namespace {

constexpr const char* footer = R"(
Each program runs once per repetition, the trees in turns, so that what disturbs the machine disturbs all
alike. Figures are medians of CPU time per operation (real time where a name ends with /real_time or
/manual_time), their spread is the distance of the quartiles, ratios are to the baseline of the same process.

--against OLD: `slower` and `faster` are the words of an exact one-sided Mann-Whitney U test of the ratios,
for a change beyond the minimum effect, Holm-corrected; all else is `cannot tell`, and so is everything on a
noisy machine.

Exit codes:
  0  measured; with --against: nothing is slower
  1  with --against: at least one row is slower
  2  the command line, a tree or a file is not usable
  3  our own error, or a benchmark failed: the reports name it and hold all else
  4  nothing selected, nothing to compare, or a tree without benchmarks
  5  interrupted (Ctrl-C): the reports hold the repetitions that were done)";

}  // namespace

void add_bench_options(CLI::App& app, BenchOptions& options) {
  CLI::Option* trees = app.add_option("TREE", options.trees, "Build folders to measure");
  CLI::Option* from =
      app.add_option("--from", options.from, "Show what an earlier --json holds, measure nothing")
          ->type_name("FILE")
          ->excludes(trees);
  app.add_option("--filter", options.filters,
                 "Only these benchmarks, and their baselines (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  app.add_option("--repetitions", options.repetitions,
                 "Default: 9, with --quick 5, fewer if the time ends before")
      ->type_name("N")
      ->check(CLI::Range(1, 100));
  app.add_flag("--quick", options.quick, "At most a minute instead of five for three trees");
  app.add_flag("!--no-pin", options.pin, "Do not bind single-threaded benchmarks to a core");
  app.add_option("--timeout", options.timeout, "Seconds until a benchmark program is ended")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str();
  app.add_option("--raw", options.raw, "Keep Google Benchmark's JSON of each process")
      ->type_name("DIR")
      ->excludes(from);
  app.add_option("--json", options.json, "Write all figures, for --against, --from and ci/limits")
      ->type_name("FILE");
  app.add_option("--markdown", options.markdown, "Write Markdown")->type_name("FILE");
  app.add_option("--html", options.html, "Write one self-contained page with plots")
      ->type_name("FILE");
  app.add_option("--against", options.against, "Compare with an earlier --json")->type_name("FILE");
  app.add_option("--min-effect", options.min_effect, "Changes below so many per cent are no change")
      ->type_name("PERCENT")
      ->check(CLI::Range(0.0, 1000.0))
      ->capture_default_str();
  app.add_flag("--even-if-noisy", options.even_if_noisy,
               "Judge on a noisy machine, too; the warning stays");
  app.footer(footer);
}

BenchReport read_bench(const std::string& option, const std::string& path) {
  const std::string said_as = fmt::format("{} '{}'", option, path);
  const std::string text =
      read_input(path, said_as, "name a file that mpitcheck bench --json wrote");
  try {
    return report::bench_from_json(text);
  } catch (const report::InvalidReport& problem) {
    throw UserError(fmt::format("{}: {}", said_as, problem.what()));
  }
}

std::string section_to_show(const std::string& path) {
  return path.empty() ? "" : report::bench_section(read_bench("--bench", path));
}

}  // namespace mpitcheck::bench
