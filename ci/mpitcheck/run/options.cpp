// SPDX-License-Identifier: BSD-3-Clause
// CLI11 set-up.
#include "ci/mpitcheck/run/options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <limits>
#include <random>
#include <thread>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t every_program = std::numeric_limits<std::size_t>::max();

// Many hang: they cost time, not work.
constexpr double hostile_timeout = 8;
constexpr int hostile_jobs = 4;
// Of some five hundred, each a run of all tests; no divisor of the harms, so that all have their
// turn.
constexpr int every_blast = 23;
// While an MPI starts and ends, it waits more than it computes.
constexpr int jobs_per_processor = 3;

constexpr const char* description =
    "mpitcheck says which rules of MPI_T, the MPI tool information interface, an MPI library "
    "keeps.";

constexpr const char* footer = R"(
A TREE is a build folder of mpitcheck: it tests one MPI. Verdicts of a test: pass, fail, crash, timeout,
early-exit (left without a verdict), vacuous (found nothing to examine), not-applicable, error (our own
fault), warn (a broken `should`), quality (deviates where the standard lets a library skip the check).

Exit codes:
  0  as expected
  1  a `must` clause is broken; with --expect: the results differ from the expectations
  2  the command line, a tree or a file is not usable
  3  our own error, or a test came to `error` (and no `must` is broken)
  4  nothing selected
  5  interrupted (Ctrl-C); reports then say so and hold what was done)";

constexpr const char* fates = R"(
What becomes of a fault: killed (a test named a rule that it breaks), blurred (tests failed, none over such a
rule), survived (it showed, and nothing was found), idle (the target gave it no occasion to show), unseen
(the target has nothing that its tests examine). Collateral: tests that fail over other rules only.)";

constexpr const char* blasts = R"(
A blast is FUNCTION:HARM, or FUNCTION:HARM:NUMBER for the object of that number alone; without --filter a
sample is tried. Needing: tests that call the function or judge it; examining: those of them that still
examine something; lost: those that end before they give a verdict. Limits: no other verdict changes, none
is lost, 95 % examine other objects where one does harm, three times the usual time, the library is known,
and some test tells of the harm.)";

constexpr const char* diff_footer = R"(
A regression deviates where the test did not, or worse than before; a fix passes where it deviated, or
deviates less (a crash became a fail); a difference is another verdict that is neither.

Exit codes: 0 no regression, 1 a regression, 2 a report is not usable, 3 our own error)";

constexpr const char* compare_footer = R"(
Without --html and --markdown the Markdown is printed.
Exit codes: 0 compared, 2 a report or a file is not usable, 3 our own error)";

constexpr const char* own_report = "build/report/report.json";  // which ci/check leaves

/// A K=V check for --env.
std::string check_assignment(const std::string& text) {
  const std::size_t equals = text.find('=');
  return equals == 0 || equals == std::string::npos ? fmt::format("'{}' is not K=V", text) : "";
}

void add_page_options(CLI::App& app, RunOptions& run) {
  CLI::Option* html =
      app.add_option("--html", run.html, "Write one self-contained HTML page")->type_name("FILE");
  app.add_option("--bench", run.bench, "Show on that page what mpitcheck bench --json wrote")
      ->type_name("FILE")
      ->needs(html);
}

void add_target_options(CLI::App& app, RunOptions& run) {
  app.add_option("--timeout", run.timeout, "Seconds until a test is ended")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str();
  app.add_option("--memory", run.memory,
                 "MiB of memory that the processes of a test may take together; default: half of "
                 "the machine's")
      ->type_name("MIB")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()));
  app.add_option("--env", run.env, "Set a variable for the test programs (repeatable)")
      ->type_name("K=V")
      ->check(CLI::Validator(check_assignment, ""))
      ->allow_extra_args(false);
  app.add_option("--preload", run.preload, "Load a PMPI tool into the test programs (repeatable)")
      ->type_name("LIB")
      ->allow_extra_args(false);
  app.add_option("--abi-library", run.abi_library,
                 "Run the reference tree's programs with another libmpi_abi")
      ->type_name("PATH");
}

void add_gate_options(CLI::App& app, RunOptions& run) {
  CLI::Option* expect =
      app.add_option("--expect", run.expect,
                     "Known deviations of an MPI: whatever differs from them fails the run "
                     "(repeatable; files for other MPIs are ignored)")
          ->type_name("FILE")
          ->allow_extra_args(false);
  app.add_flag("--update-expectations", run.update_expectations,
               "Make the files of --expect fit the results")
      ->needs(expect);
}

void add_report_commands(CLI::App& app, Options& options) {
  CLI::App* diff = app.add_subcommand("diff", "What became better, worse or different");
  diff->add_option("REPORT", options.reports, "OLD NEW: what run --json wrote")
      ->required()
      ->expected(2);
  diff->add_flag("--json", options.json, "As JSON");
  diff->footer(diff_footer);
  diff->callback([&options] { options.action = Action::diff; });

  CLI::App* finding = app.add_subcommand(
      "finding", "One finding of a report, as a maintainer of the library can be sent it");
  finding->add_option("ID", options.subject, "E.g. F-3fa2c1, as reports list them")->required();
  options.reports = {own_report};
  finding->add_option("REPORT", options.reports, "What run --json wrote")
      ->expected(1)
      ->capture_default_str();
  finding->add_flag("--markdown", options.markdown, "As Markdown");
  finding->callback([&options] { options.action = Action::finding; });

  CLI::App* compare =
      app.add_subcommand("compare", "Clauses as rows, the targets of all reports as columns");
  compare->add_option("REPORT", options.reports, "What run --json wrote")->required();
  compare->add_option("--markdown", options.run.markdown, "Write Markdown")->type_name("FILE");
  add_page_options(*compare, options.run);
  compare->footer(compare_footer);
  compare->callback([&options] { options.action = Action::compare; });
}

void add_jobs_option(CLI::App& app, RunOptions& run) {
  app.add_option("--jobs,-j", run.jobs,
                 "Tests that run at once; one of a random suite counts as two")
      ->type_name("N")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
}

void add_run_options(CLI::App& app, RunOptions& run) {
  app.add_option("TREE", run.trees, "Build folders to test")->required();
  app.add_option("--filter", run.filters,
                 "Only tests with this name or of this clause (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  app.add_option("--level", run.levels, "Only tests of clauses of this level (repeatable)")
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"must", "should", "quality", "advice"}))
      ->allow_extra_args(false);
  app.add_option("--suite", run.suites, "Only tests of this suite (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  app.add_option("--np", run.np, "Processes per test, unless the test wants more")
      ->type_name("N")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--launcher", run.launcher,
                 "How to start several processes, e.g. 'mpiexec -n {np}'; default: the tree's own")
      ->type_name("TEMPLATE");
  add_jobs_option(app, run);
  app.add_flag("--process-per-test", run.process_per_test,
               "Do not fork tests from a process that has brought MPI_T up");
  app.add_option("--grace", run.grace, "Seconds between the polite and the hard end of a late test")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  app.add_option("--seed", run.seed, "Seed of the tests; default: another one each run")
      ->type_name("N");
  app.add_option("--cases", run.cases, "Random sequences per property; default: its own")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000));
  app.add_option("--max-size", run.max_size, "How long they grow (100: up to 210 commands)")
      ->type_name("N")
      ->check(CLI::Range(1, 400));
  app.add_option("--stress-duration", run.stress_duration,
                 "Seconds that each stress test goes on, beyond --timeout; default: 0.5")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.01, 1e6));
  app.add_option("--threads", run.threads, "Threads of a stress test; default: 4")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  app.add_option("--signal-rate", run.signal_rate, "Signals of a stress test; default: 2000")
      ->type_name("HZ")
      ->check(CLI::Range(1, 1'000'000));
  add_target_options(app, run);
  app.add_option("--json", run.json, "Write report.json")->type_name("FILE");
  app.add_option("--junit", run.junit, "Write JUnit XML")->type_name("FILE");
  app.add_option("--markdown", run.markdown, "Write Markdown")->type_name("FILE");
  add_page_options(app, run);
  app.add_option("--repro", run.repro,
                 "For each failing test search a small C program that shows the failure")
      ->type_name("DIR");
  add_gate_options(app, run);
}

void add_selftest_options(CLI::App& app, Options& options) {
  RunOptions& run = options.run;
  app.add_option("TREE", options.tree, "Build folder; default: the one this program lies in");
  app.add_option("--filter", options.selftest, "Only these (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  app.add_option("--test", run.filters, "Only tests with this name or of this clause (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  add_jobs_option(app, run);
  app.add_option("--timeout", run.timeout, "Seconds until a test is ended")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str();
  app.add_option("--json", run.json, "Write the results")->type_name("FILE");
}

void add_sample_options(CLI::App& app, Options& options) {
  constexpr int most = 100'000;
  app.add_option("--every", options.every, "Only every Nth of the faults")
      ->type_name("N")
      ->check(CLI::Range(1, most))
      ->capture_default_str();
  app.add_option("--offset", options.offset, "The first of them, from 0; default: (N - 1) / 2")
      ->type_name("K")
      ->check(CLI::Range(0, most));
}

void add_tree_option(CLI::App& app, Options& options) {
  app.add_option("--tree", options.tree,
                 "Tree whose tests are meant; default: the one this program lies in")
      ->type_name("DIR");
}

}  // namespace

std::optional<Options> parse_options(int argc, const char* const* argv) {
  Options options;
  RunOptions& run = options.run;
  run.jobs =
      std::max(1, jobs_per_processor * static_cast<int>(std::thread::hardware_concurrency()));
  run.seed = std::random_device{}();

  CLI::App app(description, "mpitcheck");
  app.footer(footer);
  app.set_version_flag("--version", "mpitcheck " MPITCHECK_VERSION);
  app.require_subcommand(1);

  CLI::App* run_command =
      app.add_subcommand("run", "Run the tests of one or more trees and report");
  add_run_options(*run_command, run);
  run_command->footer(footer);

  // For the help alone: main() has handed it to its script.
  app.add_subcommand("bench", "Measure what MPI_T costs, several trees in turns");

  CLI::App* list = app.add_subcommand("list", "List clauses or tests");
  list->require_subcommand(1);
  CLI::App* clauses = list->add_subcommand("clauses", "The rules of MPI_T that are known");
  CLI::App* tests = list->add_subcommand("tests", "The tests of a tree");
  for (CLI::App* command : {clauses, tests}) {
    add_tree_option(*command, options);
    command->add_flag("--json", options.json, "As a JSON array");
  }

  CLI::App* explain = app.add_subcommand("explain", "What a clause says, or what a test examines");
  explain->add_option("SUBJECT", options.subject, "A clause id or a test name")->required();
  add_tree_option(*explain, options);

  CLI::App* codes =
      app.add_subcommand("codes", "Which return codes a run provoked from which function");
  codes->add_option("REPORT", options.subject, "What run --json wrote")->required();
  codes->add_flag("--json", options.json, "As a JSON array");

  add_report_commands(app, options);

  CLI::App* inventory =
      app.add_subcommand("inventory", "Everything that a tree's MPI exposes through MPI_T");
  inventory->add_option("TREE", run.trees, "Build folder")->required()->expected(1);
  inventory->add_flag("--json", options.json, "As JSON");
  add_target_options(*inventory, run);

  CLI::App* selftest = app.add_subcommand("selftest", "Test the tests");
  selftest->require_subcommand(1);
  CLI::App* variants = selftest->add_subcommand(
      "variants", "Run everything on each legal behaviour of the reference: nothing may be found");
  add_selftest_options(*variants, options);
  CLI::App* faults = selftest->add_subcommand(
      "faults", "Break one rule at a time: a test of that rule must find it");
  add_selftest_options(*faults, options);
  faults->footer(fates);
  add_sample_options(*faults, options);
  faults->add_option("--suite", run.suites, "Only tests of this suite (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  faults->add_flag("--whole-suite", options.whole_suite,
                   "Run all tests under each fault, not only those of the rules it breaks");

  CLI::App* repro = selftest->add_subcommand(
      "repro", "Under each fault, the C program of a failing test must show the fault");
  add_selftest_options(*repro, options);
  add_sample_options(*repro, options);
  repro->add_option("--at-least", options.at_least, "Per cent of the failures that must be shown")
      ->type_name("PERCENT")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  repro->add_option("--repro", run.repro, "Folder for the programs")->type_name("DIR");

  CLI::App* hostile = selftest->add_subcommand(
      "hostile", "Under libraries that harm their process each verdict must be right");
  add_selftest_options(*hostile, options);

  CLI::App* blast = selftest->add_subcommand(
      "blast", "Let one function harm its process: all tests but those that need it stay as usual");
  add_selftest_options(*blast, options);
  add_sample_options(*blast, options);
  bool every_one = false;
  blast->add_flag("--all", every_one, "Each function with each harm: takes hours")
      ->excludes("--every")
      ->excludes("--offset");
  blast->footer(blasts);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // help and version
    app.exit(asked);
    return std::nullopt;
  } catch (const CLI::ParseError& problem) {
    throw UserError(fmt::format("{} (see mpitcheck --help)", problem.what()));
  }
  if (clauses->parsed()) options.action = Action::list_clauses;
  if (tests->parsed()) options.action = Action::list_tests;
  if (explain->parsed()) options.action = Action::explain;
  if (codes->parsed()) options.action = Action::codes;
  if (inventory->parsed()) options.action = Action::inventory;
  if (variants->parsed()) options.action = Action::selftest_variants;
  if (repro->parsed()) options.action = Action::selftest_repro;
  if (run_command->parsed() && !run.repro.empty()) run.programs = every_program;
  if (faults->parsed()) options.action = Action::selftest_faults;
  if (blast->parsed()) {
    options.action = Action::selftest_blast;
    const bool is_sample = !every_one && options.selftest.empty() && blast->count("--every") == 0;
    if (is_sample) options.every = every_blast;
  }
  if (hostile->parsed()) {
    options.action = Action::selftest_hostile;
    if (hostile->count("--timeout") == 0) run.timeout = hostile_timeout;
    if (hostile->count("--jobs") == 0) run.jobs *= hostile_jobs;
  }
  return options;
}

}  // namespace mpitcheck
