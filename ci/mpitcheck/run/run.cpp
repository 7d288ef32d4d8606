// SPDX-License-Identifier: BSD-3-Clause
// One run from plan to report.
#include "ci/mpitcheck/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "ci/mpitcheck/job/bench_script.hpp"
#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/finding.hpp"
#include "ci/mpitcheck/judge/header.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/output_file.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"
#include "ci/mpitcheck/process/scratch.hpp"
#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/repro/repro.hpp"
#include "ci/mpitcheck/run/inventory.hpp"
#include "ci/mpitcheck/run/nursery.hpp"
#include "ci/mpitcheck/run/progress.hpp"
#include "ci/mpitcheck/run/run_gate.hpp"
#include "ci/mpitcheck/run/summary.hpp"
#include "ci/mpitcheck/run/test_runner.hpp"
#include "conformance/harness/calls/deadly_call.hpp"

namespace mpitcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t output_of_pass = 4U << 10U;  // kept of a test that is in order
constexpr std::size_t output_in_all =
    16U << 20U;  // kept of all tests; beyond it each keeps as much as a pass

/// A report file and what fills it.
struct ReportFile {
  OutputFile file;
  std::function<std::string(const RunReport&)> write;
};

std::vector<ReportFile> open_reports(const RunOptions& options) {
  const auto markdown = [](const RunReport& report) { return report::to_markdown(report); };
  const auto page = [section = section_to_show(options.bench)](const RunReport& report) {
    return report::to_html(report, section);
  };
  const std::pair<const std::string&, std::function<std::string(const RunReport&)>> wanted[] = {
      {options.json, static_cast<std::string (*)(const RunReport&)>(report::to_json)},
      {options.junit, report::to_junit},
      {options.markdown, markdown},
      {options.html, page}};
  std::vector<ReportFile> files;
  for (const auto& [path, write] : wanted) {
    if (!path.empty()) files.push_back({OutputFile(path), write});
  }
  return files;
}

/// What reports call a library put under the reference's programs.
std::string abi_target_name(const std::string& library_version) {
  std::string word;
  for (const char c : library_version.substr(0, library_version.find_first_of(" ,:\n"))) {
    if (c >= 'A' && c <= 'Z') word += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) word += c;
  }
  if (word == "open") word = "openmpi";
  return (word.empty() ? std::string("library") : word) + "-abi";
}

class Run {
 public:
  Run(const RunOptions& options, std::vector<Target> targets,
      const std::vector<std::string>& command)
      : options_(options),
        targets_(std::move(targets)),
        gate_(options),
        plan_(select_tests(targets_, options)),
        results_(plan_.size()),
        injection_(prepare_injection(options, scratch_.path())),
        runner_(options, injection_, scratch_.path()),
        files_(open_reports(options)) {
    for (Target& target : targets_) {
      target.tree.env[quarantine_variable] = quarantine_file(target);
    }
    require_launchers(plan_);
    if (!options.repro.empty()) prepare_programs(options.repro);
    report_.header = make_header(command);
  }

  /// Once only.
  RunReport& execute() {
    const Clock::time_point begin = Clock::now();
    {
      Scheduler scheduler(options_.jobs);
      take_inventories(scheduler);
      open_gate();
      Reproducer reproducer(options_, targets_, injection_, scratch_.path() / "repro");
      {
        Nurseries nurseries(plan_, options_, injection_, scratch_.path() / "nursery");
        // Inventories, while nurseries come up: tests must know what they found.
        scheduler.finish();
        run_all(scheduler, reproducer, nurseries);
      }
      reproducer.finish(scheduler);
      scheduler.end_orphans();  // of nurseries, which no supervisor sweeps up behind
      report_.footer.interrupted = scheduler.interrupted();
    }
    report_.footer.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    assemble();
    return report_;
  }

  int run() {
    execute();
    if (!options_.repro.empty()) write_programs(options_.repro, report_.tests);
    std::fputs(summary(report_).c_str(), stdout);  // a broken pipe must not lose the reports
    std::fflush(stdout);
    for (ReportFile& file : files_) file.file.commit(file.write(report_));
    return report_.exit_code;
  }

 private:
  const RunOptions& options_;
  std::vector<Target> targets_;
  RunGate gate_;
  std::vector<Planned> plan_;
  std::vector<std::optional<TestResult>> results_;  // as plan_; nothing: not run
  Scratch scratch_;
  Injection injection_;
  TestRunner runner_;
  std::vector<ReportFile> files_;
  std::size_t output_kept_ = 0;  // bytes of all results
  RunReport report_;

  /// Is there once the target's inventory is, if that found anything.
  std::string quarantine_file(const Target& target) const {
    return scratch_.path() / fmt::format("quarantine-{}", &target - targets_.data());
  }

  TargetResult& result_of(const Target& target) {
    return report_.targets[static_cast<std::size_t>(&target - targets_.data())];
  }

  /// Starts taking the counts of objects and finding what tests must step over; with another ABI
  /// library also its identity, which judging needs.
  void take_inventories(Scheduler& scheduler) {
    report_.targets.resize(targets_.size());
    for (const Target& target : targets_) {
      TargetResult& result = result_of(target);
      result.name = target.name;
      result.library_version = target.tree.library_version;
      result.mpi_version = target.tree.mpi_version;
      result.tree = target.tree.named;
      if (!options_.abi_library.empty()) {  // what the manifest says is of another library
        result.name = abi_target_name("");
        result.library_version = "unknown";
      }
      if (target.tree.inventory.empty() || !options_.counts) continue;
      const std::size_t number = plan_.size() + static_cast<std::size_t>(&target - targets_.data());
      auto folders = std::make_shared<TestFolders>(scratch_.path(), number);
      scheduler.start(inventory_job(target, options_, injection_, *folders),
                      [folders, &result, &target, this](const Outcome& outcome) {
                        note_inventory(target, result, outcome);
                      });
    }
    if (options_.abi_library.empty()) return;
    scheduler.finish();
    for (Target& target : targets_) {
      target.name = result_of(target).name;
      target.tree.mpi_version = result_of(target).mpi_version;
    }
  }

  void note_inventory(const Target& target, TargetResult& result, const Outcome& outcome) const {
    const Inventory inventory = parse_inventory(outcome);
    if (!inventory.content) {
      result.notes.push_back(inventory.problem);
      return;
    }
    const auto text = [&](const char* key) {
      const auto found = inventory.content->find(key);
      return found != inventory.content->end() && found->is_string() ? found->get<std::string>()
                                                                     : std::string();
    };
    if (const std::string problem = text("problem"); !problem.empty()) {
      result.notes.push_back("no whole inventory: " + problem);
    } else {
      result.counts = count(*inventory.content);
      result.inventory = named_objects(*inventory.content);
    }
    quarantine(target, result, deadly_calls(*inventory.content));
    if (options_.abi_library.empty()) return;
    result.library_version = text("library_version");
    result.mpi_version = text("mpi_version");
    result.name = abi_target_name(result.library_version);
  }

  void quarantine(const Target& target, TargetResult& result,
                  const std::vector<DeadlyCall>& calls) const {
    if (calls.empty()) return;
    std::ofstream(quarantine_file(target)) << quarantine_text(calls);
    std::map<std::pair<std::string, std::string>, std::vector<int>> objects;  // by function and end
    for (const DeadlyCall& call : calls) {
      auto& numbers = objects[{call.function, call.end()}];
      if (call.object != no_object) numbers.push_back(call.object);
    }
    for (const auto& [what, numbers] : objects) {
      const auto& [function, end] = what;
      const std::string of = numbers.empty() ? "" : fmt::format(" of {}", fmt::join(numbers, ", "));
      result.notes.push_back(
          fmt::format("{}{} {}: stepped over, see survival.queries", function, of, end));
    }
  }

  void open_gate() {
    std::vector<GateTarget> targets;
    for (const Target& target : targets_) {
      GateTarget& added = targets.emplace_back();
      added.name = target.name;
      added.library_version = result_of(target).library_version;
      for (const Program& program : target.tree.programs) {
        for (const TestEntry& test : program.tests) added.tests.push_back(test.name);
      }
    }
    gate_.open(std::move(targets));
  }

  void run_all(Scheduler& scheduler, Reproducer& reproducer, Nurseries& nurseries) {
    Progress progress(plan_.size(), options_.quiet);
    scheduler.on_tick([&] { progress.tick(); });
    // If only the first failures are wanted, these are known when all tests have ended.
    const bool is_bounded = options_.programs < plan_.size();
    for (const std::size_t i : starting_order(plan_)) {
      if (plan_[i].np > 1 && plan_[i].target->launcher.empty()) {
        if (scheduler.interrupted()) break;
        results_[i] = without_launcher(plan_[i]);
        gate_.mark(*results_[i]);
        progress.finished(*results_[i]);
      } else if (!runner_.start(
                     plan_[i], i, scheduler,
                     [&, i](TestResult result) {
                       gate_.mark(result);
                       bound_output(result);
                       progress.finished(results_[i].emplace(std::move(result)));
                       if (!is_bounded) reproducer.add(plan_[i], *results_[i]);
                     },
                     &nurseries)) {
        break;
      }
      reproducer.go_on(scheduler);
    }
    while (progress.left() > 0 && scheduler.busy()) {
      scheduler.wait();
      reproducer.go_on(scheduler);
    }
    progress.end();
    scheduler.on_tick({});
    if (!is_bounded) return;
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (results_[i]) reproducer.add(plan_[i], *results_[i]);
    }
  }

  TestResult without_launcher(const Planned& planned) const {
    TestResult result = runner_.described(planned);
    result.verdict = Verdict::not_applicable;
    result.message = fmt::format(
        "needs {} processes, and the tree names no launcher: give one with --launcher", planned.np);
    return result;
  }

  void bound_output(TestResult& result) {
    const std::size_t caught = result.output.size();
    const bool in_order = result.verdict <= Verdict::quality;
    if (in_order || output_kept_ > output_in_all) {
      result.output = shortened(result.output, output_of_pass);
      result.output_lost += caught - std::min(caught, output_of_pass);
    }
    output_kept_ += result.output.size();
  }

  void assemble() {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (!results_[i]) continue;
      result_of(*plan_[i].target).seconds += results_[i]->seconds;
      report_.tests.push_back(std::move(*results_[i]));
    }
    report_.clauses = clause_results();
    for (ClauseResult& clause : report_.clauses) add_known_tests(clause);
    derive_clause_verdicts(report_);
    report_.footer.complete = report_.tests.size() == plan_.size();
    report_.footer.finished = timestamp();
    gate_.conclude(report_);
    derive_findings(report_);  // which the gate has marked as known or new
    report_.exit_code = report_.footer.interrupted ? exit_interrupted : exit_code_of(report_);
  }

  /// Tests that cite a clause are named even if they were not selected.
  void add_known_tests(ClauseResult& clause) const {
    for (const Target& target : targets_) {
      for (const Program& program : target.tree.programs) {
        for (const TestEntry& test : program.tests) {
          if (!contains(clause.tests, test.name) && contains(test.clauses, clause.id)) {
            clause.tests.push_back(test.name);
          }
        }
      }
    }
  }
};

}  // namespace

int run_tests(const RunOptions& options, const std::vector<std::string>& command) {
  std::signal(SIGPIPE, SIG_IGN);
  return Run(options, load_targets(options), command).run();
}

RunReport execute_tests(const RunOptions& options, const std::vector<std::string>& command) {
  return execute_tests(options, load_targets(options), command);
}

RunReport execute_tests(const RunOptions& options, std::vector<Target> targets,
                        const std::vector<std::string>& command) {
  std::signal(SIGPIPE, SIG_IGN);
  return std::move(Run(options, std::move(targets), command).execute());
}

}  // namespace mpitcheck
