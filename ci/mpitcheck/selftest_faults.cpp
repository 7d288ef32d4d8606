// SPDX-License-Identifier: BSD-3-Clause
// One run of the tests per fault.
#include "selftest_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "error.hpp"
#include "escape.hpp"
#include "list.hpp"
#include "output_file.hpp"
#include "run.hpp"
#include "select.hpp"
#include "selftest_filter.hpp"
#include "words.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

struct FaultRun {
  FaultEntry fault;
  Fate fate;
  std::vector<std::string> killers;     // names of tests that named a broken clause
  std::vector<std::string> collateral;  // names of tests that failed over something else
  double seconds;
};

/// The clauses that a test found broken.
std::set<std::string> broken_clauses(const TestResult& test) {
  if (test.verdict < Verdict::quality || test.verdict == Verdict::error) return {};
  std::set<std::string> broken(test.charged.begin(), test.charged.end());
  for (const Failure& failure : test.failures) broken.insert(failure.clause);
  return broken;
}

/// Clauses that the test found broken, and did not without the fault.
std::set<std::string> newly_broken(const TestResult& test, const std::vector<TestResult>& before) {
  std::set<std::string> broken = broken_clauses(test);
  for (const TestResult& was : before) {
    if (was.name != test.name || was.verdict != test.verdict) continue;
    for (const std::string& clause : broken_clauses(was)) broken.erase(clause);
  }
  return broken;
}

bool names_one_of(const std::set<std::string>& broken, const FaultEntry& fault) {
  return std::any_of(broken.begin(), broken.end(),
                     [&](const std::string& clause) { return contains(fault.clauses, clause); });
}

bool fits(const FaultEntry& fault, const std::string& glob) {
  return glob_match(glob, fault.name) ||
         std::any_of(fault.clauses.begin(), fault.clauses.end(),
                     [&](const std::string& clause) { return glob_match(glob, clause); });
}

/// Of these clauses those that a test of the tree cites.
std::vector<std::string> tested(std::vector<std::string> clauses, const Tree& tree) {
  std::erase_if(clauses, [&](const std::string& clause) { return tests_of(tree, clause).empty(); });
  return clauses;
}

FaultRun judged(FaultEntry fault, const RunReport& report, const std::vector<TestResult>& before) {
  FaultRun run{fault, fate_of(fault, report.tests, before), {}, {}, report.footer.seconds};
  for (const TestResult& test : report.tests) {
    if (names_one_of(newly_broken(test, before), fault)) run.killers.push_back(test.name);
  }
  for (const TestResult* test : collateral(fault, report.tests, before)) {
    run.collateral.push_back(test->name);
  }
  return run;
}

void print_row(const FaultRun& run, std::size_t width) {
  fmt::print("{:<{}}  {:<8}  {:>6}  {:>10}  {}\n", run.fault.name, width, name(run.fate),
             run.killers.size(), run.collateral.size(),
             escape_line(run.killers.empty() ? fmt::format("{}", fmt::join(run.fault.clauses, ", "))
                                             : run.killers.front()));
  std::fflush(stdout);
}

json described(const FaultRun& run) {
  return {{"name", run.fault.name}, {"brief", run.fault.brief}, {"clauses", run.fault.clauses},
          {"fate", name(run.fate)}, {"killed_by", run.killers}, {"collateral", run.collateral},
          {"seconds", run.seconds}};
}

}  // namespace

std::string_view name(Fate fate) {
  switch (fate) {
    case Fate::killed:
      return "killed";
    case Fate::blurred:
      return "blurred";
    case Fate::survived:
      return "survived";
    case Fate::unseen:
      return "unseen";
  }
  return "";
}

Fate fate_of(const FaultEntry& fault, const std::vector<TestResult>& tests,
             const std::vector<TestResult>& before) {
  bool examined = false;
  bool noticed = false;
  for (const TestResult& test : tests) {
    const std::set<std::string> broken = newly_broken(test, before);
    if (names_one_of(broken, fault)) return Fate::killed;
    noticed = noticed || !broken.empty();
    examined = examined || test.verdict >= Verdict::pass;
  }
  if (noticed) return Fate::blurred;
  return examined ? Fate::survived : Fate::unseen;
}

std::vector<const TestResult*> collateral(const FaultEntry& fault,
                                          const std::vector<TestResult>& tests,
                                          const std::vector<TestResult>& before) {
  std::vector<const TestResult*> found;
  for (const TestResult& test : tests) {
    const std::set<std::string> broken = newly_broken(test, before);
    if (!broken.empty() && !names_one_of(broken, fault)) found.push_back(&test);
  }
  return found;
}

int selftest_faults(const RunOptions& options, const std::vector<std::string>& filters, bool whole,
                    const std::vector<std::string>& command) {
  const std::vector<Target> targets = load_targets(options);
  const Tree& tree = targets.front().tree;
  if (tree.faults.empty()) {
    throw UserError(fmt::format("tree '{}' has no faults: build its target 'faults'", tree.named));
  }
  const std::vector<FaultEntry> faults = fitting(tree.faults, filters, "fault", fits);
  std::optional<OutputFile> file;
  if (!options.json.empty()) file.emplace(options.json);

  RunOptions one = options;
  one.json.clear();
  one.quiet = true;
  one.counts = false;
  if (!whole) {
    for (const FaultEntry& fault : faults) {
      for (const std::string& clause : tested(fault.clauses, tree)) one.filters.push_back(clause);
    }
  }
  const RunReport before = execute_tests(one, command);
  one.preload.push_back(tree.fault_library.string());

  std::size_t width = 5;
  for (const FaultEntry& fault : faults) width = std::max(width, fault.name.size());
  fmt::print("{:<{}}  fate      killed by  collateral  first\n", "fault", width);
  std::vector<FaultRun> runs;
  bool interrupted = before.footer.interrupted;
  for (const FaultEntry& fault : faults) {
    if (interrupted) break;
    RunOptions under = one;
    under.env.push_back("MPITCHECK_FAULT=" + fault.name);
    if (!whole) under.filters = tested(fault.clauses, tree);
    if (!whole && under.filters.empty()) {
      runs.push_back({fault, Fate::unseen, {}, {}, 0});
    } else {
      const RunReport report = execute_tests(under, command);
      interrupted = report.footer.interrupted;
      if (interrupted) break;
      runs.push_back(judged(fault, report, before.tests));
    }
    print_row(runs.back(), width);
  }

  std::map<Fate, std::size_t> fates;
  std::size_t alarms = 0;
  double seconds = before.footer.seconds;
  json entries = json::array();
  for (const FaultRun& run : runs) {
    ++fates[run.fate];
    alarms += run.collateral.size();
    seconds += run.seconds;
    entries.push_back(described(run));
    if (run.fate == Fate::killed) continue;
    fmt::print("\n{}: {}: {}\n  breaks {}\n", name(run.fate), run.fault.name, run.fault.brief,
               fmt::join(run.fault.clauses, ", "));
    if (!run.collateral.empty()) {
      fmt::print("  failed {}\n", escape_line(fmt::format("{}", fmt::join(run.collateral, ", "))));
    }
  }
  fmt::print(
      "\n{} of {} faults: {} killed, {} blurred, {} survived, {} unseen; {} collateral; "
      "{:.0f} s{}\n",
      runs.size(), faults.size(), fates[Fate::killed], fates[Fate::blurred], fates[Fate::survived],
      fates[Fate::unseen], alarms, seconds, interrupted ? ", interrupted" : "");
  if (file) {
    const json list = {{"schema", 1},          {"tree", options.trees.front()},
                       {"whole_suite", whole}, {"complete", !interrupted},
                       {"seconds", seconds},   {"faults", entries}};
    file->commit(list.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  }
  if (interrupted) return exit_interrupted;
  const bool missed = fates[Fate::survived] + fates[Fate::blurred] > 0 ||
                      (tree.is_reference && fates[Fate::unseen] > 0);
  return missed ? exit_broken_must : exit_as_expected;
}

}  // namespace mpitcheck
