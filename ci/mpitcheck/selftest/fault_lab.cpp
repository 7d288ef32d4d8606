// SPDX-License-Identifier: BSD-3-Clause
// Rounds of tests over all faults.
#include "ci/mpitcheck/selftest/fault_lab.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "ci/mpitcheck/selftest/fault_effect.hpp"

namespace mpitcheck {
namespace {

RunOptions with_fault(RunOptions options, const FaultEntry& fault, const FaultEffect& effect,
                      const Tree& tree) {
  options.preload.push_back(tree.fault_library.string());
  options.env.push_back(effect.variable());
  options.env.push_back("MPITCHECK_FAULT=" + fault.name);
  return options;
}

Injection fault_injection(RunOptions options, const Tree& tree,
                          const std::filesystem::path& scratch) {
  options.preload.push_back(tree.fault_library.string());
  return prepare_injection(options, scratch);
}

/// The tests that their trees can start.
std::vector<Planned> startable(std::vector<Planned> plan) {
  std::erase_if(plan, [](const Planned& planned) {
    return planned.np > 1 && planned.target->launcher.empty();
  });
  require_launchers(plan);
  return plan;
}

}  // namespace

struct FaultLab::Case {
  FaultRun run;
  std::vector<Round> rounds;
  FaultEffect effect;
  RunOptions options;
  TestRunner runner;
  std::vector<TestResult> results;
  std::size_t running = 0;  // tests of the present round
  bool is_done = false;

  Case(const FaultEntry& fault, std::vector<Round> its_rounds, const FaultLab& lab)
      : run{fault, Fate::unseen, {}, {}, 0},
        rounds(std::move(its_rounds)),
        effect(lab.scratch_.path() / ("effect-" + fault.name)),
        options(with_fault(lab.options_, fault, effect, lab.tree_)),
        runner(options, lab.faulty_, lab.scratch_.path()) {}
};

FaultLab::FaultLab(const RunOptions& options, const std::vector<Target>& targets, bool whole_suite)
    : options_(options),
      tree_(targets.front().tree),
      whole_suite_(whole_suite),
      plan_(startable(select_tests(targets, options))),
      plain_(prepare_injection(options, scratch_.path())),
      faulty_(fault_injection(options, tree_, scratch_.path())),
      runner_(options, plain_, scratch_.path()) {}

std::vector<FaultRun> FaultLab::run(const std::vector<FaultEntry>& faults, const Told& told) {
  Scheduler scheduler(options_.jobs);
  std::deque<Case> cases;
  for (const FaultEntry& fault : faults) cases.emplace_back(fault, rounds_for(fault), *this);
  for (std::size_t round = 0;; ++round) {
    std::vector<Case*> open;
    for (Case& it : cases) {
      if (!it.is_done) open.push_back(&it);
    }
    if (open.empty()) break;
    run_without_fault(open, round, scheduler);
    for (Case* it : open) start(*it, round, scheduler, told);
    scheduler.finish();
    if (scheduler.interrupted()) break;
  }
  std::vector<FaultRun> runs;
  for (Case& it : cases) {
    if (it.is_done) runs.push_back(std::move(it.run));
  }
  return runs;
}

std::vector<FaultLab::Round> FaultLab::rounds_for(const FaultEntry& fault) const {
  if (whole_suite_) return {plan_};
  std::vector<Round> rounds(1);
  std::vector<Planned> random;
  for (const Planned& planned : citing(fault.clauses, plan_)) {
    (planned.program->is_random ? random : rounds.front()).push_back(planned);
  }
  // A property about few rules looks at them more closely than one about many.
  std::ranges::stable_sort(random, {},
                           [](const Planned& planned) { return planned.test->clauses.size(); });
  for (const Planned& planned : random) rounds.push_back({planned});
  return rounds;
}

// Some findings come and go: the tests that have any run twice.
void FaultLab::run_without_fault(const std::vector<Case*>& cases, std::size_t round,
                                 Scheduler& scheduler) {
  std::vector<Planned> wanted;
  for (const Case* it : cases) {
    for (const Planned& planned : it->rounds[round]) {
      if (known_.insert(planned.test).second) wanted.push_back(planned);
    }
  }
  for (const bool again : {false, true}) {
    std::vector<Planned> suspicious;
    for (const Planned& planned : wanted) {
      runner_.start(planned, started_++, scheduler, [&, planned](TestResult result) {
        if (!result.failures.empty() || !result.charged.empty()) suspicious.push_back(planned);
        without_a_fault_.push_back(std::move(result));
      });
    }
    scheduler.finish();
    if (!again) wanted = suspicious;
  }
}

// A test that a fault makes hang has hung long before the limit of a run: what it took without a
// fault tells when.
double FaultLab::time_limit(const Round& round) const {
  constexpr double least = 8;  // seconds: the machine may be busy
  constexpr double factor = 10;
  double longest = 0;
  for (const TestResult& result : without_a_fault_) {
    const bool is_in_round = std::ranges::any_of(
        round, [&](const Planned& planned) { return planned.test->name == result.name; });
    if (is_in_round) longest = std::max(longest, result.seconds);
  }
  return std::min(options_.timeout, least + factor * longest);
}

void FaultLab::start(Case& it, std::size_t round, Scheduler& scheduler, const Told& told) {
  it.options.timeout = time_limit(it.rounds[round]);
  it.running = it.rounds[round].size();
  if (it.running == 0) conclude(it, round, told);
  for (const Planned& planned : it.rounds[round]) {
    it.runner.start(planned, started_++, scheduler, [&it, round, &told, this](TestResult result) {
      it.run.seconds += result.seconds;
      it.results.push_back(std::move(result));
      if (--it.running == 0) conclude(it, round, told);
    });
  }
}

void FaultLab::conclude(Case& it, std::size_t round, const Told& told) const {
  const FaultTrial trial{it.run.fault, it.results, without_a_fault_, it.effect.showed()};
  it.run.fate = trial.fate();
  it.is_done = it.run.fate == Fate::killed || round + 1 == it.rounds.size();
  if (!it.is_done) return;
  for (const TestResult* test : trial.killers()) it.run.killers.push_back(test->name);
  std::ranges::sort(it.run.killers);
  it.run.collateral = trial.collateral();
  std::ranges::sort(it.run.collateral, {}, &Collateral::test);
  it.results.clear();
  told(it.run);
}

}  // namespace mpitcheck
