// SPDX-License-Identifier: BSD-3-Clause
// The program mpitcheck.
#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/compare/compare.hpp"
#include "ci/mpitcheck/compare/diff.hpp"
#include "ci/mpitcheck/job/bench_script.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/run/codes.hpp"
#include "ci/mpitcheck/run/explain.hpp"
#include "ci/mpitcheck/run/inventory.hpp"
#include "ci/mpitcheck/run/list.hpp"
#include "ci/mpitcheck/run/options.hpp"
#include "ci/mpitcheck/run/run.hpp"
#include "ci/mpitcheck/run/show_finding.hpp"
#include "ci/mpitcheck/selftest/fault_selection.hpp"
#include "ci/mpitcheck/selftest/selftest_blast.hpp"
#include "ci/mpitcheck/selftest/selftest_faults.hpp"
#include "ci/mpitcheck/selftest/selftest_hostile.hpp"
#include "ci/mpitcheck/selftest/selftest_repro.hpp"
#include "ci/mpitcheck/selftest/selftest_variants.hpp"

namespace {

using namespace mpitcheck;

/// The options of a run over the one tree that is meant.
RunOptions with_tree(const Options& options) {
  RunOptions run = options.run;
  run.trees = {options.tree.empty() ? own_tree() : options.tree};
  return run;
}

FaultSelection chosen_faults(const Options& options) {
  return {options.selftest, options.every, options.offset};
}

int act(int argc, char** argv) {
  if (argc > 1 && argv[1] == std::string_view("bench")) become_bench({argv + 2, argv + argc});
  const std::optional<Options> options = parse_options(argc, argv);
  if (!options) return exit_as_expected;
  const std::vector<std::string> command(argv, argv + argc);
  switch (options->action) {
    case Action::run:
      return run_tests(options->run, command);
    case Action::inventory:
      return show_inventory(options->run, options->json);
    case Action::selftest_variants:
      return selftest_variants(with_tree(*options), options->selftest, command);
    case Action::selftest_faults:
      return selftest_faults(with_tree(*options), chosen_faults(*options), options->whole_suite);
    case Action::selftest_repro:
      return selftest_repro(with_tree(*options), chosen_faults(*options), options->at_least,
                            command);
    case Action::selftest_hostile:
      return selftest_hostile(with_tree(*options), options->selftest, command);
    case Action::selftest_blast:
      return selftest_blast(with_tree(*options), chosen_faults(*options), command);
    case Action::list_clauses:
      fmt::print("{}", list_clauses(tree_or_own(options->tree), options->json));
      break;
    case Action::list_tests:
      fmt::print("{}", list_tests(tree_or_own(options->tree), options->json));
      break;
    case Action::codes:
      fmt::print("{}", show_codes(options->subject, options->json));
      break;
    case Action::finding:
      fmt::print("{}", show_finding(options->subject, options->reports.front(), options->markdown));
      break;
    case Action::diff:
      return show_diff(options->reports[0], options->reports[1], options->json);
    case Action::compare:
      return compare_reports(options->reports, options->run.html, options->run.markdown,
                             options->run.bench);
    case Action::explain:
      fmt::print("{}", explain(tree_or_own(options->tree), options->subject));
      break;
  }
  return exit_as_expected;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return act(argc, argv);
  } catch (const mpitcheck::UserError& problem) {
    fmt::print(stderr, "mpitcheck: {}\n", mpitcheck::escape_line(problem.what()));
    return problem.exit_code();
  } catch (const std::exception& problem) {
    fmt::print(stderr, "mpitcheck: own error: {}\n", mpitcheck::escape_line(problem.what()));
    return mpitcheck::exit_own_error;
  }
}
