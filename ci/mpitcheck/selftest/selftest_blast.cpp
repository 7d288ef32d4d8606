// SPDX-License-Identifier: BSD-3-Clause
// The table of blasts.
#include "ci/mpitcheck/selftest/selftest_blast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/output_file.hpp"
#include "ci/mpitcheck/run/inventory.hpp"
#include "ci/mpitcheck/run/run.hpp"
#include "ci/mpitcheck/selftest/blast.hpp"
#include "ci/mpitcheck/selftest/selftest_filter.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

constexpr std::size_t changes_shown = 5;

/// All are run with the library of faults, so that nothing but the blast differs.
RunOptions options_for(RunOptions options, const Tree& tree) {
  options.suites = {"conformance"};
  options.preload = {tree.fault_library.string()};
  options.quiet = true;
  options.json.clear();
  return options;
}

RunReport run_under(const BlastCase& blast, RunOptions options,
                    const std::vector<std::string>& command) {
  options.env.push_back("MPITCHECK_FAULT=blast:" + blast.name());
  return execute_tests(options, command);
}

void print_row(const BlastResult& result, std::size_t width) {
  const std::vector<std::string> over = result.over();
  fmt::print("{:<{}}  {:>7}  {:>8.1f} %  {:>12}  {:>4}  {:>13}  {:>6.1f}  {}\n",
             result.blast.name(), width, result.needing, result.share_examining(),
             result.inconclusive, result.lost.size(), result.changed.size(), result.seconds,
             over.empty() ? "ok" : fmt::format("over: {}", fmt::join(over, ", ")));
  std::fflush(stdout);
}

void print_changes(const BlastResult& result) {
  for (const auto* changes : {&result.lost, &result.changed}) {
    for (std::size_t i = 0; i < std::min(changes->size(), changes_shown); ++i) {
      const ChangedVerdict& change = (*changes)[i];
      fmt::print("  {}: {}: {}, usually {}\n", result.blast.name(), escape_line(change.test),
                 name(change.now), name(change.usual));
    }
  }
}

json described(const std::vector<ChangedVerdict>& changes) {
  json list = json::array();
  for (const ChangedVerdict& change : changes) {
    list.push_back(
        {{"test", change.test}, {"usual", name(change.usual)}, {"now", name(change.now)}});
  }
  return list;
}

json described(const BlastResult& result) {
  return {{"blast", result.blast.name()},
          {"needing", result.needing},
          {"inconclusive", result.inconclusive},
          {"blind", described(result.blind)},
          {"lost", described(result.lost)},
          {"changed", described(result.changed)},
          {"told", result.told},
          {"known", result.known},
          {"seconds", result.seconds},
          {"usual_seconds", result.usual_seconds},
          {"over", result.over()}};
}

}  // namespace

int selftest_blast(const RunOptions& asked, const FaultSelection& selection,
                   const std::vector<std::string>& command) {
  const Tree tree = load_targets(asked).front().tree;
  if (tree.faults.empty()) refuse_unbuilt(tree, "faults", "selftest");
  const RunOptions options = options_for(asked, tree);
  const auto fits = [](const BlastCase& blast, const std::string& glob) {
    return glob_match(glob, blast.name());
  };
  const std::vector<BlastCase> all =
      fitting(blast_cases(take_inventory(options)), selection.filters, "blast", "inventory", fits);
  const std::vector<BlastCase> chosen = sample_of(all, selection, "blasts");
  std::optional<OutputFile> file;
  if (!asked.json.empty()) file.emplace(asked.json);

  std::size_t width = 5;
  for (const BlastCase& blast : chosen) width = std::max(width, blast.name().size());
  fmt::print("{:<{}}  needing   examining  inconclusive  lost  other changed  seconds\n", "blast",
             width);
  const RunReport usual = execute_tests(options, command);
  std::vector<BlastResult> results;
  bool interrupted = usual.footer.interrupted;
  for (std::size_t i = 0; i < chosen.size() && !interrupted; ++i) {
    const RunReport now = run_under(chosen[i], options, command);
    interrupted = now.footer.interrupted;
    if (interrupted) break;
    results.push_back(judge_blast(chosen[i], usual, now));
    print_row(results.back(), width);
    print_changes(results.back());
  }
  json entries = json::array();
  for (const BlastResult& result : results) entries.push_back(described(result));
  const auto over = std::ranges::count_if(
      results, [](const BlastResult& result) { return !result.over().empty(); });
  fmt::print("\n{} of {} blasts, {} over a limit; usually {:.1f} s{}\n", results.size(), all.size(),
             over, usual.footer.seconds, interrupted ? ", interrupted" : "");
  if (file) {
    const json list = {{"schema", 1},
                       {"tree", asked.trees.front()},
                       {"complete", !interrupted},
                       {"blasts", entries}};
    file->commit(list.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  }
  if (interrupted) return exit_interrupted;
  return over == 0 ? exit_as_expected : exit_broken_must;
}

}  // namespace mpitcheck
