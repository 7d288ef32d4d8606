// SPDX-License-Identifier: BSD-3-Clause
// Discovery, then repetitions: in each, every program of every target once, the targets in turns.
#include "ci/mpitcheck/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <list>
#include <map>
#include <set>

#include "ci/mpitcheck/bench/discovery.hpp"
#include "ci/mpitcheck/bench/figures.hpp"
#include "ci/mpitcheck/bench/machine.hpp"
#include "ci/mpitcheck/bench/process.hpp"
#include "ci/mpitcheck/bench/series.hpp"
#include "ci/mpitcheck/judge/header.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/scratch.hpp"

namespace mpitcheck::bench {
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double quick_seconds = 55, whole_seconds = 280;
constexpr std::size_t quick_repetitions = 5, whole_repetitions = 9;

std::string file_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_';
    name += plain ? c : '_';
  }
  return name;
}

std::vector<Target> targets_of(const BenchOptions& options) {
  RunOptions run;
  run.trees = options.trees;
  std::vector<Target> targets = load_targets(run);
  if (std::ranges::all_of(targets, [](const Target& it) { return it.tree.benchmarks.empty(); })) {
    throw UserError(
        fmt::format("'{0}' has no benchmark programs: install Google Benchmark, then cmake {0} && "
                    "cmake --build {0} --target benchmarks",
                    options.trees.front()),
        exit_nothing_selected);
  }
  return targets;
}

class Measurement {
 public:
  Measurement(const BenchOptions& options, const std::vector<std::string>& command)
      : options_(options), targets_(targets_of(options)), raw_(raw_folder()) {
    report_.header = make_header(command);
    report_.machine = describe_machine();
    report_.quick = options.quick;
    report_.wanted = options.repetitions > 0 ? options.repetitions
                     : options.quick         ? quick_repetitions
                                             : whole_repetitions;
    if (options.pin) report_.machine.pinned = Pinned(true).core();
    for (const Target& target : targets_) {
      report_.targets.push_back({target.name,
                                 target.tree.library_version,
                                 target.tree.mpi_version,
                                 target.tree.named,
                                 {}});
    }
  }

  BenchReport execute() {
    const UsageMeter meter;
    discover_all();
    repeat();
    meter.usage(report_.machine);
    for (const auto& [what, repetitions] : failures_) {
      report_.problems.push_back(
          fmt::format("{} (in {} of {} repetitions)", what, repetitions.size(), report_.rounds));
    }
    report_.rows = figures_.rows();
    report_.series = series_of(report_.rows);
    report_.noise = judge_noise(report_);
    report_.interrupted = scheduler_.interrupted();
    report_.seconds = elapsed();
    return std::move(report_);
  }

 private:
  const BenchOptions& options_;
  std::vector<Target> targets_;
  Scratch scratch_;
  fs::path raw_;
  Scheduler scheduler_{1};
  std::list<BenchProcess> processes_;
  std::vector<Discovered> programs_;  // in the order of measuring
  Figures figures_;
  std::map<std::string, std::set<std::size_t>> failures_;  // what failed, in which repetitions
  BenchReport report_;
  Clock::time_point begin_ = Clock::now();

  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  [[nodiscard]] double seconds_in_all() const {
    return options_.quick ? quick_seconds : whole_seconds;
  }

  fs::path raw_folder() const {
    if (options_.raw.empty()) return scratch_.path();
    std::error_code error;
    fs::create_directories(options_.raw, error);
    if (error) {
      throw UserError(
          fmt::format("--raw '{}': the folder cannot be made ({})", options_.raw, error.message()));
    }
    return fs::absolute(options_.raw);
  }

  fs::path out_file(const BenchProcess& process, const std::string& suffix) const {
    const fs::path folder = raw_ / file_name(process.target().name);
    fs::create_directories(folder);
    return folder / (file_name(process.name()) + "." + suffix + ".json");
  }

  static std::string named(const BenchProcess& process, const std::string& problem) {
    return fmt::format("{} {}: {}", process.target().name, process.name(), problem);
  }

  /// Programs of one name beside each other, so that the targets take turns.
  void discover_all() {
    std::vector<std::string> names;
    for (const Target& target : targets_) {
      if (target.tree.benchmarks.empty()) {
        report_.problems.push_back(fmt::format(
            "{}: its tree has no benchmark programs: build its target benchmarks", target.name));
      }
      for (const BenchmarkEntry& entry : target.tree.benchmarks) {
        if (std::ranges::find(names, entry.name) == names.end()) names.push_back(entry.name);
      }
    }
    std::vector<bool> used(options_.filters.size(), false);
    for (const std::string& name : names) {
      for (const Target& target : targets_) {
        for (const BenchmarkEntry& entry : target.tree.benchmarks) {
          if (entry.name == name) discover_one(target, entry, used);
        }
      }
    }
    require_selection(used);
  }

  void discover_one(const Target& target, const BenchmarkEntry& entry, std::vector<bool>& used) {
    if (scheduler_.interrupted()) return;
    const BenchProcess& process = processes_.emplace_back(target, entry, options_.timeout);
    Discovered found = discover(scheduler_, process, options_.filters, options_.pin, used,
                                out_file(process, "first"));
    if (scheduler_.interrupted()) return;
    const auto note = [&](const std::string& problem) {
      report_.problems.push_back(named(process, problem));
    };
    if (!found.problem.empty()) note(found.problem);
    for (const std::string& what : found.notes) note(what);
    auto& missing = report_.targets[static_cast<std::size_t>(&target - targets_.data())].missing;
    for (const std::string& what : found.missing) {
      if (std::ranges::find(missing, what) == missing.end()) missing.push_back(what);
    }
    for (const Row& row : found.rows) {
      if (!row.problem.empty()) note(row.name + ": " + row.problem);
      figures_.add(row);
    }
    if (!found.batches.empty()) programs_.push_back(std::move(found));
  }

  void require_selection(const std::vector<bool>& used) const {
    if (scheduler_.interrupted() || !report_.problems.empty()) return;
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      throw UserError(fmt::format("no benchmark fits '{}': see what a run without --filter shows",
                                  options_.filters[i]),
                      exit_nothing_selected);
    }
  }

  void repeat() {
    Workload work;
    for (const Discovered& program : programs_) {
      for (const Batch& batch : program.batches) {
        work.fixed_seconds += program.seconds;
        work.rows += batch.names.size();
      }
    }
    Timing timing = plan_timing(seconds_in_all() - elapsed(), report_.wanted, work);
    report_.min_time = timing.min_time;
    report_.inner = timing.inner;
    while (report_.rounds < report_.wanted && work.rows > 0) {
      const double before = elapsed();
      for (const Discovered& program : programs_) run_batches(program, timing);
      if (scheduler_.interrupted()) return;
      ++report_.rounds;
      const double last = elapsed() - before;
      fmt::print(stderr, "repetition {} of {}: {:.0f} s\n", report_.rounds, report_.wanted, last);
      const double left = seconds_in_all() - elapsed();
      if (options_.repetitions == 0 && left < last) return;
      timing.min_time = adapted(timing.min_time, last, left, report_.wanted - report_.rounds);
    }
  }

  void run_batches(const Discovered& program, const Timing& timing) {
    const BenchProcess& process = *program.process;
    for (std::size_t i = 0; i < program.batches.size() && !scheduler_.interrupted(); ++i) {
      const Batch& batch = program.batches[i];
      const std::string number =
          fmt::format("{}{}", report_.rounds + 1, i == 0 ? std::string() : "-threads");
      const ProcessResult result =
          process.run(scheduler_, {batch.names, timing.min_time, timing.inner, batch.pin},
                      out_file(process, number));
      if (scheduler_.interrupted()) return;
      if (!result.problem.empty()) failures_[named(process, result.problem)].insert(report_.rounds);
      for (const std::string& problem :
           figures_.take(process.target().name, process.name(), result.figures, report_.rounds)) {
        failures_[problem].insert(report_.rounds);
      }
    }
  }
};

}  // namespace

BenchReport measure(const BenchOptions& options, const std::vector<std::string>& command) {
  return Measurement(options, command).execute();
}

}  // namespace mpitcheck::bench
