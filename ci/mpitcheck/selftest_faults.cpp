// SPDX-License-Identifier: BSD-3-Clause
// One run of the tests per fault.
#include "selftest_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "error.hpp"
#include "escape.hpp"
#include "fate.hpp"
#include "list.hpp"
#include "output_file.hpp"
#include "run.hpp"
#include "scratch.hpp"
#include "select.hpp"
#include "selftest_filter.hpp"
#include "words.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

struct FaultRun {
  FaultEntry fault;
  Fate fate;
  std::vector<std::string> killers;  // names of tests that named a broken clause
  std::vector<Collateral> collateral;
  double seconds;
};

/// The file in which fault_library tells whether a fault showed: three numbers of 64 bits, how many
/// calls a fault took over, how many of them came to their end, how many showed.
class EffectFile {
 public:
  /// A variable for the environment of the test programs.
  [[nodiscard]] std::string variable() const { return "MPITCHECK_FAULT_EFFECT=" + path().string(); }

  void reset() const {
    std::ofstream file(path(), std::ios::binary);
    file.write(std::array<char, sizeof(Numbers)>{}.data(), sizeof(Numbers));
    if (!file.flush()) {
      throw UserError(fmt::format("cannot write '{}'", path().string()), exit_own_error);
    }
  }

  [[nodiscard]] bool tells_of_effect() const {
    Numbers numbers{};
    std::ifstream(path(), std::ios::binary)
        .read(reinterpret_cast<char*>(numbers.data()), sizeof numbers);
    return numbers[0] != numbers[1] || numbers[2] != 0;
  }

 private:
  using Numbers = std::array<std::uint64_t, 3>;

  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "effect"; }

  Scratch folder_;
};

bool fits(const FaultEntry& fault, const std::string& glob) {
  return glob_match(glob, fault.name) ||
         std::any_of(fault.clauses.begin(), fault.clauses.end(),
                     [&](const std::string& clause) { return glob_match(glob, clause); });
}

FaultRun judged(const Trial& trial, double seconds) {
  FaultRun run{trial.fault, trial.fate(), {}, trial.collateral(), seconds};
  for (const TestResult* test : trial.killers()) run.killers.push_back(test->name);
  return run;
}

/// Some findings come and go: the tests that have any run twice.
RunReport run_without_fault(RunOptions options, const std::vector<std::string>& command) {
  RunReport report = execute_tests(options, command);
  options.filters.clear();
  for (const TestResult& test : report.tests) {
    if (!test.failures.empty() || !test.charged.empty()) options.filters.push_back(test.name);
  }
  if (options.filters.empty() || report.footer.interrupted) return report;
  RunReport again = execute_tests(options, command);
  report.footer.interrupted = again.footer.interrupted;
  report.footer.seconds += again.footer.seconds;
  std::move(again.tests.begin(), again.tests.end(), std::back_inserter(report.tests));
  return report;
}

void print_row(const FaultRun& run, std::size_t width) {
  fmt::print("{:<{}}  {:<8}  {:>6}  {:>10}  {}\n", run.fault.name, width, name(run.fate),
             run.killers.size(), run.collateral.size(),
             escape_line(run.killers.empty() ? fmt::format("{}", fmt::join(run.fault.clauses, ", "))
                                             : run.killers.front()));
  std::fflush(stdout);
}

json described(const FaultRun& run) {
  json collateral = json::array();
  for (const Collateral& it : run.collateral) {
    collateral.push_back({{"test", it.test}, {"clauses", it.clauses}});
  }
  return {{"name", run.fault.name}, {"brief", run.fault.brief}, {"clauses", run.fault.clauses},
          {"fate", name(run.fate)}, {"killed_by", run.killers}, {"collateral", collateral},
          {"seconds", run.seconds}};
}

void print_details(const FaultRun& run) {
  if (run.fate == Fate::killed && run.collateral.empty()) return;
  fmt::print("\n{}: {}: {}\n  breaks {}\n", name(run.fate), run.fault.name, run.fault.brief,
             fmt::join(run.fault.clauses, ", "));
  for (const Collateral& it : run.collateral) {
    fmt::print("  collateral {}: {}\n", escape_line(it.test),
               escape_line(fmt::format("{}", fmt::join(it.clauses, ", "))));
  }
}

}  // namespace

std::vector<std::string> tests_about(const std::vector<std::string>& clauses, const Tree& tree,
                                     TestKind kind) {
  std::vector<std::string> names;
  for (const Program& program : tree.programs) {
    const bool takes_long = program.suite == "properties" || program.suite == "stress";
    if (takes_long != (kind == TestKind::random)) continue;
    for (const TestEntry& test : program.tests) {
      if (std::ranges::find_first_of(test.clauses, clauses) != test.clauses.end()) {
        names.push_back(test.name);
      }
    }
  }
  return names;
}

std::vector<FaultEntry> selected_faults(const Tree& tree, const std::vector<std::string>& globs,
                                        int every) {
  const std::vector<FaultEntry> faults = fitting(tree.faults, globs, "fault", fits);
  std::vector<FaultEntry> some;
  const auto step = static_cast<std::size_t>(every);
  for (std::size_t i = (step - 1) / 2; i < faults.size(); i += step) some.push_back(faults[i]);
  if (some.empty()) {
    throw UserError(fmt::format("--every {} leaves none of {} faults", every, faults.size()),
                    exit_nothing_selected);
  }
  return some;
}

int selftest_faults(const RunOptions& options, const FaultSelection& selection,
                    const std::vector<std::string>& command) {
  const std::vector<Target> targets = load_targets(options);
  const Tree& tree = targets.front().tree;
  if (tree.faults.empty()) {
    throw UserError(fmt::format("tree '{}' has no faults: build its target 'faults'", tree.named));
  }
  const std::vector<FaultEntry> faults = selected_faults(tree, selection.filters, selection.every);
  std::optional<OutputFile> file;
  if (!options.json.empty()) file.emplace(options.json);

  RunOptions one = options;
  one.json.clear();
  one.quiet = true;
  one.counts = false;
  if (!selection.whole_suite) {
    for (const FaultEntry& fault : faults) {
      for (const TestKind kind : {TestKind::written, TestKind::random}) {
        for (std::string& test : tests_about(fault.clauses, tree, kind)) {
          one.filters.push_back(std::move(test));
        }
      }
    }
  }
  const RunReport before = run_without_fault(one, command);
  const EffectFile effect;
  one.env.push_back(effect.variable());
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
    FaultRun run{fault, Fate::unseen, {}, {}, 0};
    // Random sequences and stress take long: they come when the others for its clauses miss it.
    for (const TestKind kind : {TestKind::written, TestKind::random}) {
      if (!selection.whole_suite) under.filters = tests_about(fault.clauses, tree, kind);
      if (run.fate == Fate::killed || (!selection.whole_suite && under.filters.empty())) continue;
      effect.reset();
      const RunReport report = execute_tests(under, command);
      interrupted = interrupted || report.footer.interrupted;
      run = judged({fault, report.tests, before.tests, effect.tells_of_effect()},
                   run.seconds + report.footer.seconds);
      if (selection.whole_suite || interrupted) break;
    }
    if (interrupted) break;
    runs.push_back(std::move(run));
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
    print_details(run);
  }
  std::string counted;
  for (const Fate fate : all_fates) counted += fmt::format("{} {}, ", fates[fate], name(fate));
  fmt::print("\n{} of {} faults: {}{} collateral; {:.0f} s{}\n", runs.size(),
             selected_faults(tree, selection.filters, 1).size(), counted, alarms, seconds,
             interrupted ? ", interrupted" : "");
  if (file) {
    const json list = {{"schema", 1},
                       {"tree", options.trees.front()},
                       {"whole_suite", selection.whole_suite},
                       {"complete", !interrupted},
                       {"seconds", seconds},
                       {"faults", entries}};
    file->commit(list.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  }
  if (interrupted) return exit_interrupted;
  const bool missed = fates[Fate::survived] + fates[Fate::blurred] > 0 ||
                      (tree.is_reference && fates[Fate::unseen] + fates[Fate::idle] > 0);
  return missed ? exit_broken_must : exit_as_expected;
}

}  // namespace mpitcheck
