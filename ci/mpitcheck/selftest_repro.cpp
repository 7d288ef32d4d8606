// SPDX-License-Identifier: BSD-3-Clause
// One failing test per fault, and its program.
#include "selftest_repro.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "error.hpp"
#include "escape.hpp"
#include "output_file.hpp"
#include "repro.hpp"
#include "run.hpp"
#include "select.hpp"
#include "words.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

/// Random sequences would show faults by longer programs.
std::vector<Planned> written(std::vector<Planned> plan) {
  std::erase_if(plan, [](const Planned& planned) { return planned.program->is_random; });
  return plan;
}

/// The test that found the fault, if one did.
const TestResult* finder(const RunReport& report) {
  const auto found = std::ranges::find_if(
      report.tests, [](const TestResult& test) { return test.repro.has_value(); });
  return found == report.tests.end() ? nullptr : &*found;
}

struct ReproTally {
  std::size_t shown = 0, failures = 0;

  [[nodiscard]] double percent() const {
    return failures == 0 ? 0 : 100.0 * static_cast<double>(shown) / static_cast<double>(failures);
  }
};

json row(const FaultEntry& fault, const TestResult* test, ReproTally& tally, std::size_t width) {
  if (test == nullptr) {
    fmt::print("{:<{}}  not found\n", fault.name, width);
    return {{"fault", fault.name}, {"test", nullptr}};
  }
  const Repro& repro = *test->repro;
  ++tally.failures;
  if (repro.reproduced) ++tally.shown;
  const auto lines = std::ranges::count(repro.program, '\n');
  fmt::print("{:<{}}  {:<5}  {:>5}  {}{}\n", fault.name, width, repro.reproduced ? "yes" : "no",
             lines, test->name, repro.reproduced ? "" : escape_line(": " + repro.reason));
  std::fflush(stdout);
  return {{"fault", fault.name}, {"test", test->name},     {"shown", repro.reproduced},
          {"lines", lines},      {"reason", repro.reason}, {"program", repro.program}};
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
  double seconds = 0;
  json rows = json::array();
  for (const FaultEntry& fault : faults) {
    RunOptions under = options;
    under.json.clear();
    under.quiet = true;
    under.counts = false;
    under.programs = 1;
    under.preload = {tree.fault_library.string()};
    under.env = {"MPITCHECK_FAULT=" + fault.name};
    under.filters.clear();
    for (const Planned& planned : citing(fault.clauses, plan)) {
      under.filters.push_back(planned.test->name);
    }
    if (under.filters.empty()) continue;
    RunReport report = execute_tests(under, command);
    if (report.footer.interrupted) return exit_interrupted;
    seconds += report.footer.seconds;
    rows.push_back(row(fault, finder(report), tally, width));
    if (!options.repro.empty()) {
      for (TestResult& test : report.tests) test.target = fault.name;
      write_programs(options.repro, report.tests);
    }
  }
  fmt::print("\n{} of {} failures shown by a C program ({:.0f} %), {} faults not found; {:.0f} s\n",
             tally.shown, tally.failures, tally.percent(), rows.size() - tally.failures, seconds);
  if (file) {
    const json document = {{"schema", 1},          {"tree", options.trees.front()},
                           {"shown", tally.shown}, {"failures", tally.failures},
                           {"seconds", seconds},   {"rows", rows}};
    file->commit(document.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  }
  return tally.percent() < at_least ? exit_broken_must : exit_as_expected;
}

}  // namespace mpitcheck
