// SPDX-License-Identifier: BSD-3-Clause
// The kill table.
#include "ci/mpitcheck/selftest/selftest_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/output_file.hpp"
#include "ci/mpitcheck/selftest/fault_lab.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

std::size_t width_of_names(const std::vector<FaultEntry>& faults) {
  std::size_t width = 5;
  for (const FaultEntry& fault : faults) width = std::max(width, fault.name.size());
  return width;
}

void print_row(const FaultRun& run, std::size_t width) {
  fmt::print("{:<{}}  {:<8}  {:>6}  {:>10}  {}\n", run.fault.name, width, name(run.fate),
             run.killers.size(), run.collateral.size(),
             escape_line(run.killers.empty() ? fmt::format("{}", fmt::join(run.fault.clauses, ", "))
                                             : run.killers.front()));
  std::fflush(stdout);
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

json described(const FaultRun& run) {
  json collateral = json::array();
  for (const Collateral& it : run.collateral) {
    collateral.push_back({{"test", it.test}, {"clauses", it.clauses}});
  }
  return {{"name", run.fault.name}, {"brief", run.fault.brief}, {"clauses", run.fault.clauses},
          {"fate", name(run.fate)}, {"killed_by", run.killers}, {"collateral", collateral},
          {"seconds", run.seconds}};
}

/// What all runs together came to.
struct Tally {
  std::map<Fate, std::size_t> fates;
  std::size_t collateral = 0;

  explicit Tally(const std::vector<FaultRun>& runs) {
    for (const FaultRun& run : runs) {
      ++fates[run.fate];
      collateral += run.collateral.size();
    }
  }

  [[nodiscard]] std::size_t count(Fate fate) const {
    const auto found = fates.find(fate);
    return found == fates.end() ? 0 : found->second;
  }

  [[nodiscard]] bool misses_some(const Tree& tree) const {
    const std::size_t missed = count(Fate::survived) + count(Fate::blurred);
    const std::size_t without_occasion = count(Fate::unseen) + count(Fate::idle);
    return missed > 0 || (tree.is_reference && without_occasion > 0);
  }
};

std::string text_of(const Tally& tally) {
  std::string text;
  for (const Fate fate : all_fates) text += fmt::format("{} {}, ", tally.count(fate), name(fate));
  return text + fmt::format("{} collateral", tally.collateral);
}

}  // namespace

int selftest_faults(const RunOptions& options, const FaultSelection& selection, bool whole_suite) {
  using Clock = std::chrono::steady_clock;
  std::signal(SIGPIPE, SIG_IGN);
  const Clock::time_point begin = Clock::now();
  const std::vector<Target> targets = load_targets(options);
  const Tree& tree = targets.front().tree;
  if (tree.faults.empty()) refuse_unbuilt(tree, "faults", "selftest");
  const SelectedFaults selected = select_faults(tree, selection);
  std::optional<OutputFile> file;
  if (!options.json.empty()) file.emplace(options.json);

  const std::size_t width = width_of_names(selected.faults);
  fmt::print("{:<{}}  fate      killed by  collateral  first\n", "fault", width);
  const std::vector<FaultRun> runs =
      FaultLab(options, targets, whole_suite).run(selected.faults, [&](const FaultRun& run) {
        print_row(run, width);
      });
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const bool complete = runs.size() == selected.faults.size();

  const Tally tally(runs);
  json entries = json::array();
  for (const FaultRun& run : runs) {
    print_details(run);
    entries.push_back(described(run));
  }
  fmt::print("\n{} of {} faults: {}; {:.0f} s{}\n", runs.size(), selected.fitting, text_of(tally),
             seconds, complete ? "" : ", interrupted");
  if (file) {
    const json list = {{"schema", 1},
                       {"tree", options.trees.front()},
                       {"whole_suite", whole_suite},
                       {"complete", complete},
                       {"seconds", seconds},
                       {"faults", entries}};
    file->commit(list.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  }
  if (!complete) return exit_interrupted;
  return tally.misses_some(tree) ? exit_broken_must : exit_as_expected;
}

}  // namespace mpitcheck
