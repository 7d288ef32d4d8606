// SPDX-License-Identifier: BSD-3-Clause
// Phases, findings, shrinking, evidence.
#include "properties/runner/property.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <span>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/test/test.hpp"
#include "properties/runner/budget.hpp"
#include "properties/runner/generate.hpp"

namespace mpitcheck::properties {

namespace {

constexpr std::size_t most_findings = 10;
constexpr int tries_of_shrinking = 250;
// Times on an idle machine.
constexpr std::chrono::seconds shrinking{2};        // several findings share the time of the test
constexpr std::chrono::seconds fresh_shrinking{2};  // each try initializes MPI, perhaps slowly

struct Finding {
  Broken broken;
  std::vector<std::string> evidence;
  std::string phase;
  bool crash = false;
  std::optional<Fact> fact = {};
};

bool has(const Sequence& sequence, Kind kind) {
  return std::any_of(sequence.commands.begin(), sequence.commands.end(),
                     [=](const Command& command) { return command.kind == kind; });
}

/// How a sequence initializes and finalizes the interface.
struct Lifecycle {
  bool again = false;    // it is re-initialized
  bool surplus = false;  // the last command is a surplus finalize
  // It is initialized after MPI_Finalize, and was not during it.
  bool after_mpi = false;
};

Lifecycle lifecycle_of(const Sequence& sequence) {
  Lifecycle seen;
  int up = 0;
  bool came_up = false;
  bool down_at_end = false;
  for (const Command& command : sequence.commands) {
    seen.surplus = command.kind == Kind::tool_finalize && up == 0;
    if (command.kind == Kind::mpi_finalize) down_at_end = up == 0;
    if (command.kind == Kind::tool_finalize && up > 0) --up;
    if (command.kind != Kind::tool_init || up++ != 0) continue;
    seen.again = seen.again || came_up;
    came_up = true;
    seen.after_mpi = seen.after_mpi || down_at_end;
  }
  return seen;
}

class Search {
 public:
  Search(Test& t, const Property& property, const Budget& budget)
      : t_(t), property_(property), budget_(budget) {
    plan_.cited = t.context().info.clauses;
    const Version version = t.context().library_version;
    std::erase_if(plan_.cited, [&](Clause clause) { return !applies(data(clause), version); });
    plan_.with_use = property.with_use;
    plan_.around.lifecycle = property.lifecycle;
    plan_.around.growing = property.growing;
    plan_.fresh = property.lifecycle || property.growing;
  }

  void run() {
    const int cases = plan_.fresh ? fresh_cases() : budget_.cases;
    if (property_.lifecycle) return run_phase("from the beginning", false, cases);
    const int phases = (property_.before_mpi ? 1 : 0) + (property_.with_mpi ? 1 : 0);
    const int cases_each = (cases + phases - 1) / phases;
    if (property_.before_mpi) {
      survey_ = Survey::take(t_, plan_.with_use);
      run_phase("before MPI_Init", false, cases_each);
      survey_.reset();
    }
    if (property_.with_mpi) run_phase("after MPI_Init", true, cases_each);
  }

  void report() {
    for (std::size_t i = 0; i != clause_count; ++i) {
      const Clause clause{static_cast<std::uint16_t>(i)};
      const bool cited =
          std::find(plan_.cited.begin(), plan_.cited.end(), clause) != plan_.cited.end();
      if (cited) t_.examined(clause, account().examined[i]);
    }
    // In an order that does not depend on the seed.
    std::stable_sort(findings_.begin(), findings_.end(), [](const Finding& a, const Finding& b) {
      return data(a.broken.clause).id < data(b.broken.clause).id;
    });
    for (Finding& finding : findings_) {
      Progress::instance().phase(finding.phase);
      t_.found(finding.broken.clause, finding.broken.subject, finding.broken.expected,
               finding.broken.actual, finding.evidence, finding.crash, finding.fact);
    }
    report_reach(t_, budget_);
  }

 private:
  /// Number of cases with a process each; fewer if MPI starts slowly, unless the user gave the
  /// number.
  [[nodiscard]] int fresh_cases() const {
    if (budget_.cases_given || budget_.only) return budget_.cases;
    const std::chrono::duration<double> start_up = start_up_time() / crowding();
    const int cases = affordable_cases(budget_.cases, start_up);
    t_.measured("start-up",
                join(start_up.count(), " s of MPI, so ", cases, " of ", budget_.cases, " cases"));
    return cases;
  }

  void run_phase(const std::string& phase, bool mpi_up, int cases) {
    phase_ = phase;
    Progress::instance().phase(phase);
    plan_.around.mpi_up = mpi_up;
    if (mpi_up) usable().known = false;
    const Survey* const survey = survey_ ? &*survey_ : nullptr;
    if (budget_.only) {
      note(run_sequences(t_, plan_, survey, {&*budget_.only, 1}), survey);
      return;
    }
    for (std::uint64_t round = 0; cases > 0 && findings_.size() < most_findings; ++round) {
      const std::uint64_t seed = budget_.seed * 1000003U + round * 2U + (mpi_up ? 1U : 0U);
      const Ending ending =
          run_cases(t_, plan_, survey, property_.mix, seed, cases, budget_.max_size);
      if (ending.kind == Ending::Kind::all_done) return;
      cases -= static_cast<int>(ending.number);
      note(ending, survey);
    }
  }

  /// Repeats sequences; their coverage does not count.
  [[nodiscard]] Ending again(const Survey* survey, std::span<const Sequence> sequences,
                             bool is_recorded = false) const {
    const Account before = account();
    Ending ending;
    try {
      ending = run_sequences(t_, plan_, survey, sequences, is_recorded);
    } catch (const CannotGoOn&) {  // a process that did not start shows nothing
      ending.kind = Ending::Kind::all_done;
    }
    account() = before;
    return ending;
  }

  /// The first sequence that fails in a process of its own. Until one fails they share a process,
  /// since MPI may be slow to start.
  [[nodiscard]] std::optional<std::size_t> first_failing(
      const Survey* survey, std::span<const Sequence> candidates) const {
    for (std::size_t from = 0; from != candidates.size();) {
      const Ending ending = again(survey, candidates.subspan(from));
      if (ending.kind == Ending::Kind::all_done) break;
      const bool was_alone = plan_.fresh || ending.number == 1;
      from += ending.number;
      if (was_alone ||
          again(survey, candidates.subspan(from - 1, 1)).kind != Ending::Kind::all_done)
        return from - 1;
    }
    return std::nullopt;
  }

  [[nodiscard]] Shrunk simplest_of(const Survey* survey, const Sequence& sequence) const {
    ShrinkLimits limits{budget_.shrinks ? tries_of_shrinking : 0};
    limits.time = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        (plan_.fresh ? fresh_shrinking : shrinking) * crowding());
    if (plan_.fresh) limits.at_a_time = 1;
    const auto failing = [&](std::span<const Sequence> candidates) {
      return first_failing(survey, candidates);
    };
    return shrunk(sequence, failing, limits);
  }

  /// Shrinks what was found, keeps the evidence, and excludes the finding from the further search.
  void note(const Ending& ending, const Survey* survey) {
    if (ending.kind == Ending::Kind::all_done) return;
    const auto [simplest, tries] = simplest_of(survey, ending.sequence);
    Ending reported = again(survey, {&simplest, 1}, true);
    const bool seen_again = reported.kind != Ending::Kind::all_done;
    if (!seen_again) reported = ending;
    if (reported.kind == Ending::Kind::crashed && reported.blame.culprit != Culprit::tool) {
      t_.lose(reported.blame, reported.signal);
      return ban(simplest);
    }
    Finding finding;
    finding.phase = phase_;
    finding.crash = reported.kind == Ending::Kind::crashed;
    finding.broken =
        finding.crash ? Broken{clause_of_crash(simplest), text_of(simplest), "the process survives",
                               reported.signal + " in " + place_of(reported)}
                      : *reported.broken;
    finding.fact = finding.broken.fact;
    if (!finding.crash) attribute(survey, simplest, finding.broken);
    if (finding.crash) {
      finding.fact = death_in(place_of(reported), reported.signal, reported.frames);
      finding.fact->after = reported.blame.after;
    }
    finding.evidence = {
        join("seed ", budget_.seed, ": case of ", ending.sequence.commands.size(),
             " commands, shrunk to ", simplest.commands.size(), " in ", tries, " tries",
             seen_again ? "" : "; not seen again with its calls recorded"),
        join("commands: ", text_of(simplest)),
        join("alone: MPITCHECK_COMMANDS='", encoded(simplest), "'")};
    finding.evidence.insert(finding.evidence.end(), reported.calls.begin(), reported.calls.end());
    blame_profiling(simplest, finding.broken);
    if (finding.crash) {
      ban(simplest);
    } else {
      plan_.known.push_back(finding.broken.clause);
    }
    findings_.push_back(std::move(finding));
  }

  /// Any call since the last read of the handle may have caused a wrong value. If every handle is
  /// read after each command, it was the last command.
  void attribute(const Survey* survey, const Sequence& sequence, Broken& broken) {
    plan_.closely = true;
    const Ending seen = again(survey, {&sequence, 1});
    plan_.closely = false;
    const bool is_same = seen.kind == Ending::Kind::broken && seen.broken->fact && broken.fact &&
                         seen.broken->subject == broken.subject &&
                         seen.broken->fact->output == broken.fact->output;
    if (is_same) broken.clause = seen.broken->clause;
  }

  /// Charges a failure that needs PMPI_T_ to the twins. Shrinking would otherwise have removed
  /// PMPI_T_.
  void blame_profiling(const Sequence& sequence, Broken& broken) const {
    const Clause twins = clause::profiling_pmpi_twin_equivalent;
    const bool mixed = std::any_of(sequence.commands.begin(), sequence.commands.end(),
                                   [](const Command& command) { return command.profiling; });
    if (cites(twins) && mixed) broken.clause = twins;
  }

  [[nodiscard]] bool cites(Clause clause) const {
    return std::find(plan_.cited.begin(), plan_.cited.end(), clause) != plan_.cited.end();
  }

  /// The first clause that the test cites, unless the sequence suggests a better one.
  [[nodiscard]] Clause clause_of_crash(const Sequence& sequence) const {
    constexpr Clause mismatch = clause::pvar_handle_session_mismatch;
    if (sequence.commands.empty()) return plan_.cited.front();
    if (sequence.commands.back().kind == Kind::foreign_session && cites(mismatch)) return mismatch;
    if (!plan_.around.lifecycle) return plan_.cited.front();
    const Lifecycle seen = lifecycle_of(sequence);
    if (seen.surplus) return clause::init_excess_finalize_code;
    if (seen.after_mpi) {
      return seen.again ? clause::init_reinitialization : clause::general_after_mpi_finalize;
    }
    if (has(sequence, Kind::mpi_finalize)) return clause::init_separate_from_mpi_finalize;
    if (sequence.commands.back().kind == Kind::mpi_init) return clause::init_separate_from_mpi_init;
    return seen.again ? clause::init_reinitialization : plan_.cited.front();
  }

  static std::string place_of(const Ending& crash) {
    if (!crash.blame.after.empty()) return crash.blame.call;
    return crash.calls.empty() ? std::string("a call") : crash.calls.back();
  }

  /// After a crash: excludes the commands that led to it.
  void ban(const Sequence& sequence) {
    if (plan_.around.lifecycle && has(sequence, Kind::mpi_finalize)) {
      plan_.banned.push_back(Kind::mpi_finalize);
    } else if (plan_.around.lifecycle && plan_.around.renewal && lifecycle_of(sequence).again) {
      plan_.around.renewal = false;
    } else if (!sequence.commands.empty()) {
      plan_.banned.push_back(sequence.commands.back().kind);
    }
  }

  Test& t_;
  const Property& property_;
  const Budget& budget_;
  CasePlan plan_;
  std::optional<Survey> survey_;
  std::string phase_;
  std::vector<Finding> findings_;
};

}  // namespace

void run_property(Test& t, const Property& property) {
  const Budget budget = Budget::from_environment(t.context().seed, property.cases);
  Search search(t, property, budget);
  try {
    search.run();
  } catch (const CannotGoOn&) {  // e.g. in a later phase: earlier findings count
    search.report();
    throw;
  }
  search.report();
}

}  // namespace mpitcheck::properties
