// SPDX-License-Identifier: BSD-3-Clause
// A few failing tests per fault, and the program of one.
#include "ci/mpitcheck/selftest/selftest_repro.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "ci/mpitcheck/job/ask.hpp"
#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/output_file.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"
#include "ci/mpitcheck/process/scratch.hpp"
#include "ci/mpitcheck/repro/repro.hpp"
#include "ci/mpitcheck/run/run.hpp"
#include "ci/mpitcheck/selftest/selftest_variants.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

/// Random sequences would show faults by longer programs.
std::vector<Planned> written(std::vector<Planned> plan) {
  std::erase_if(plan, [](const Planned& planned) { return planned.program->is_random; });
  return plan;
}

/// Of the reference's legal variants; none for another MPI.
std::vector<std::string> variant_names(const Target& target, const RunOptions& options) {
  std::vector<std::string> names;
  const Tree& tree = target.tree;
  if (tree.variants.empty() || !std::filesystem::exists(tree.variants)) return names;
  for (const Variant& variant : parse_variants(ask(tree.variants, target, options))) {
    names.push_back(variant.name);
  }
  return names;
}

constexpr int tests_tried = 3;  // of those that fail under a fault

/// A test that found the fault, if one did: one whose program shows it, if there is one.
const TestResult* finder(const RunReport& report) {
  const TestResult* found = nullptr;
  for (const TestResult& test : report.tests) {
    if (!test.repro) continue;
    if (test.repro->reproduced) return &test;
    if (found == nullptr) found = &test;
  }
  return found;
}

struct ReproTally {
  std::size_t shown = 0, failures = 0;
  std::size_t trials = 0, false_programs = 0;

  [[nodiscard]] double percent() const {
    return failures == 0 ? 0 : 100.0 * static_cast<double>(shown) / static_cast<double>(failures);
  }
};

/// A run under that fault, which tells nothing itself.
RunOptions under_fault(const RunOptions& options, const Tree& tree, const std::string& fault) {
  RunOptions under = options;
  under.json.clear();
  under.quiet = true;
  under.counts = false;
  under.preload = {tree.fault_library.string()};
  under.env = {"MPITCHECK_FAULT=" + fault};
  return under;
}

/// Whether the clauses' own test finds that this fault breaks them too: its program is right then.
bool also_broken(const RunOptions& options, const Tree& tree, const TestResult& shown,
                 const std::string& fault, const std::vector<std::string>& command) {
  RunOptions under = under_fault(options, tree, fault);
  under.programs = 0;
  under.filters = {shown.name};
  const RunReport report = execute_tests(under, command);
  const auto breaks = [&](const Failure& failure) {
    return std::ranges::any_of(shown.failures,
                               [&](auto& known) { return known.clause == failure.clause; });
  };
  return std::ranges::any_of(report.tests, [&](const TestResult& test) {
    return std::ranges::any_of(test.failures, breaks);
  });
}

bool share_a_clause(const FaultEntry& a, const FaultEntry& b) {
  return std::ranges::any_of(a.clauses,
                             [&](const auto& clause) { return contains(b.clauses, clause); });
}

/// Runs programs under faults of other rules and under legal variants: where one fails there and
/// its test does not, its condition is not the rule.
class CrossTrials {
 public:
  CrossTrials(const RunOptions& options, const Target& target, std::vector<FaultEntry> faults,
              std::vector<std::string> variants)
      : options_(options),
        target_(target),
        faults_(std::move(faults)),
        variants_(std::move(variants)),
        random_(options.seed) {}

  /// The surroundings, of those drawn for this program, in which it fails: faults and variants by
  /// name. Nothing else is noted of how it ends there.
  std::vector<std::string> failures(const FaultEntry& shown, const std::string& text, int np,
                                    std::size_t& trials) {
    const TestFolders folders(scratch_.path(), number_++);
    Scheduler scheduler(options_.jobs);
    const std::filesystem::path source = folders.root / "program.c",
                                program = folders.root / "program";
    std::ofstream(source, std::ios::binary) << text;
    scheduler.start(compile_job(target_, source, program, folders), [](const Outcome&) {});
    scheduler.finish();
    std::vector<std::string> failed;
    const auto run = [&](const std::string& name, const std::string& variable, bool preloaded) {
      RunOptions one = options_;
      one.env = {variable};
      one.timeout = program_limit;
      Injection injection;
      if (preloaded) injection.preload = {target_.tree.fault_library.string()};
      ++trials;
      scheduler.start(program_job(target_, program, np, one, injection, folders),
                      [&failed, name](const Outcome& outcome) {
                        // The program's own verdict; a fault may end it with any code.
                        const bool judged = outcome.ending &&
                                            WIFEXITED(outcome.ending->wait_status) &&
                                            WEXITSTATUS(outcome.ending->wait_status) == 1;
                        const bool said = outcome.output.find(": expected ") != std::string::npos;
                        if (judged && said) failed.push_back(name);
                      });
    };
    for (std::size_t drawn = 0, tries = 0; drawn < faults_drawn && tries < 10 * faults_drawn;
         ++tries) {
      const FaultEntry& other = faults_[random_() % faults_.size()];
      if (share_a_clause(shown, other)) continue;
      run(other.name, "MPITCHECK_FAULT=" + other.name, true);
      ++drawn;
    }
    for (std::size_t drawn = 0; drawn < variants_drawn && !variants_.empty(); ++drawn) {
      const std::string& variant = variants_[random_() % variants_.size()];
      run(variant, "MPIT_VARIANT=" + variant, false);
    }
    scheduler.finish();
    return failed;
  }

 private:
  static constexpr std::size_t faults_drawn = 6, variants_drawn = 3;
  static constexpr double program_limit = 20;  // seconds: a program's own watchdog is at 10

  const RunOptions& options_;
  const Target& target_;
  std::vector<FaultEntry> faults_;
  std::vector<std::string> variants_;
  std::mt19937_64 random_;
  Scratch scratch_;
  std::size_t number_ = 0;
};

/// Whether a test's program may fail under that fault or variant.
using Excuse = std::function<bool(const TestResult& shown, const std::string& other)>;

json row(const FaultEntry& fault, const TestResult* test, ReproTally& tally, std::size_t width,
         CrossTrials& trials, const Excuse& excused) {
  if (test == nullptr) {
    fmt::print("{:<{}}  not found\n", fault.name, width);
    return {{"fault", fault.name}, {"test", nullptr}};
  }
  const Repro& repro = *test->repro;
  ++tally.failures;
  if (repro.reproduced) ++tally.shown;
  const auto lines = std::ranges::count(repro.program, '\n');
  std::vector<std::string> fails_under;
  if (repro.reproduced) {
    fails_under = trials.failures(fault, repro.program, test->np, tally.trials);
    std::erase_if(fails_under, [&](const std::string& other) { return excused(*test, other); });
  }
  if (!fails_under.empty()) ++tally.false_programs;
  fmt::print("{:<{}}  {:<5}  {:>5}  {}{}\n", fault.name, width, repro.reproduced ? "yes" : "no",
             lines, test->name, repro.reproduced ? "" : escape_line(": " + repro.reason));
  if (!fails_under.empty())
    fmt::print("{:<{}}  FALSE: fails under {} too\n", "", width, fmt::join(fails_under, ", "));
  std::fflush(stdout);
  return {{"fault", fault.name},       {"test", test->name},
          {"shown", repro.reproduced}, {"lines", lines},
          {"reason", repro.reason},    {"program", repro.program},
          {"fails_under", fails_under}};
}

}  // namespace

int selftest_repro(const RunOptions& options, const FaultSelection& selection, int at_least,
                   const std::vector<std::string>& command) {
  const std::vector<Target> targets = load_targets(options);
  const Tree& tree = targets.front().tree;
  if (tree.faults.empty()) refuse_unbuilt(tree, "faults", "selftest");
  if (tree.recorder.empty()) refuse_unbuilt(tree, "recorder of calls", "recorder");
  if (tree.compile.empty()) {
    throw UserError(fmt::format(
        "tree '{}' knows no C compiler of its MPI: configure it with -DMPI_C_COMPILER=...",
        tree.named));
  }
  const std::vector<FaultEntry> faults = select_faults(tree, selection).faults;
  const std::vector<Planned> plan = written(select_tests(targets, options));
  std::optional<OutputFile> file;
  if (!options.json.empty()) file.emplace(options.json);

  std::size_t width = 5;
  for (const FaultEntry& fault : faults) width = std::max(width, fault.name.size());
  fmt::print("{:<{}}  shown  lines  test\n", "fault", width);
  ReproTally tally;
  CrossTrials trials(options, targets.front(), tree.faults,
                     variant_names(targets.front(), options));
  const auto excused = [&](const TestResult& shown, const std::string& other) {
    const bool is_fault =
        std::ranges::find(tree.faults, other, &FaultEntry::name) != tree.faults.end();
    if (is_fault) return also_broken(options, tree, shown, other, command);
    // A legal variant may do otherwise where the standard advises only.
    return std::ranges::all_of(shown.failures,
                               [](auto& failure) { return failure.level != "must"; });
  };
  double seconds = 0;
  json rows = json::array();
  for (const FaultEntry& fault : faults) {
    RunOptions under = under_fault(options, tree, fault.name);
    under.programs = tests_tried;
    under.filters.clear();
    for (const Planned& planned : citing(fault.clauses, plan)) {
      under.filters.push_back(planned.test->name);
    }
    if (under.filters.empty()) continue;
    RunReport report = execute_tests(under, command);
    if (report.footer.interrupted) return exit_interrupted;
    seconds += report.footer.seconds;
    rows.push_back(row(fault, finder(report), tally, width, trials, excused));
    if (!options.repro.empty()) {
      for (TestResult& test : report.tests) test.target = fault.name;
      write_programs(options.repro, report.tests);
    }
  }
  fmt::print(
      "\n{} of {} failures shown by a C program ({:.0f} %), {} faults not found; {} false programs "
      "in {} trials under other faults and legal variants; {:.0f} s\n",
      tally.shown, tally.failures, tally.percent(), rows.size() - tally.failures,
      tally.false_programs, tally.trials, seconds);
  if (file) {
    const json document = {{"schema", 1},
                           {"tree", options.trees.front()},
                           {"shown", tally.shown},
                           {"failures", tally.failures},
                           {"false_programs", tally.false_programs},
                           {"trials", tally.trials},
                           {"seconds", seconds},
                           {"rows", rows}};
    file->commit(document.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  }
  return tally.percent() < at_least || tally.false_programs > 0 ? exit_broken_must
                                                                : exit_as_expected;
}

}  // namespace mpitcheck
