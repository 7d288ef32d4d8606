// SPDX-License-Identifier: BSD-3-Clause
// Counts, collects and records for a running test.
#include "conformance/harness/test/test.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/harness/calls/blame.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/test/probe.hpp"

namespace mpitcheck {

namespace {
constexpr std::size_t offenders_recorded = 5;  // per clause; the others are only counted
constexpr const char* never_up = "an interface that comes up";
}  // namespace

// Whether the rule names this function of MPI and no function of MPI_T.
bool is_about_mpi(Clause clause, std::string_view function) {
  const auto functions = data(clause).functions;
  const auto is_of_tool = [](std::string_view each) { return each.starts_with("MPI_T_"); };
  return std::ranges::find(functions, function) != functions.end() &&
         std::ranges::none_of(functions, is_of_tool);
}

// If a function refuses everything, only the foundation's clause is charged with the refusals.
const Foundation* foundation_behind(Clause clause, const Fact& fact) {
  const bool is_refusal = fact.output == code_output && fact.relation == Relation::one_of &&
                          std::ranges::find(fact.wanted, "MPI_SUCCESS") != fact.wanted.end();
  const Foundation* const found =
      is_refusal ? foundation_refusing(fact.function, fact.seen) : nullptr;
  return found != nullptr && found->clause != data(clause).id ? found : nullptr;
}

Test::Test(TestContext context) : context_(std::move(context)) {
  std::vector<ClauseTally>& tallies = outcome_.tallies;
  for (const Clause clause : context_.info.clauses) {
    if (applies(clause) && tally_of(clause) == nullptr) tallies.push_back({clause});
  }
  std::ranges::sort(tallies, {}, [](const ClauseTally& tally) { return tally.clause.number; });
  for (std::size_t place = 0; place < tallies.size(); ++place) {
    Progress::instance().name_tally(place, data(tallies[place].clause).id);
    publish(tallies[place]);
  }
  if (tallies.size() == 1) examining(tallies.front().clause);
}

// A linear search is fast enough for few clauses.
ClauseTally* Test::tally_of(Clause clause) {
  for (ClauseTally& tally : outcome_.tallies) {
    if (tally.clause.number == clause.number) return &tally;
  }
  return nullptr;
}

void Test::examining(Clause clause, std::optional<Condition> condition) {
  Progress::instance().clause(data(clause).id);
  condition_ = std::move(condition);
}

bool Test::counts(Clause clause) {
  ClauseTally* const tally = tally_of(clause);
  if (tally == nullptr) {
    if (!applies(clause)) return false;
    throw std::logic_error(
        join(context_.info.name, " checks ", data(clause).id, ", which it does not cite"));
  }
  ++tally->examined;
  publish(*tally);
  return true;
}

// Publishes the tally, so that it counts even if this process is killed.
void Test::publish(const ClauseTally& tally) const {
  Progress::instance().tally(static_cast<std::size_t>(&tally - outcome_.tallies.data()),
                             tally.examined, tally.offenders);
}

// Counts an offender of the clause. Returns whether its offence is to be recorded.
bool Test::count_offender(Clause clause) {
  ClauseTally& tally = *tally_of(clause);
  ++tally.offenders;
  publish(tally);
  return tally.offenders <= offenders_recorded;
}

void Test::add_offence(Clause clause, std::string subject, std::string expected, std::string actual,
                       std::optional<Fact> fact, bool crash) {
  if (!count_offender(clause)) return;
  record({std::string(data(clause).id), std::move(subject), std::move(expected), std::move(actual),
          Progress::instance().phase(), Recorder::instance().last_calls(calls_recorded), crash,
          std::move(fact)});
}

void Test::add_offence(Clause clause, std::string subject, Fact fact) {
  const bool is_of_a_call = fact.relation != Relation::declared && fact.relation != Relation::is;
  if (fact.function.empty() && is_of_a_call) {
    const Recorder& recorder = Recorder::instance();
    fact.function = fact.output == code_output ? recorder.last_function_with(fact.seen)
                                               : recorder.last_function();
  }
  if (is_out_of_reach(fact)) return could_not_reach(clause, fact);
  if (is_refusal_to_come_up(fact)) {
    not_examined(clause, never_up);
    throw CannotGoOn(never_up);
  }
  if (const Foundation* const lost = foundation_behind(clause, fact)) {
    return not_examined(clause, lost->label());
  }
  for (Answer& source : fact.sources) {
    if (source.function.empty()) source.function = fact.function;
  }
  if (fact.given && fact.given->function.empty()) fact.given->function = fact.function;
  const std::string expected = expected_text(fact), actual = seen_text(fact);
  add_offence(clause, std::move(subject), expected, actual, std::move(fact));
}

// Whether the library never initializes the interface, which is legal (A32).
bool Test::is_refusal_to_come_up(const Fact& fact) {
  return fact.output == code_output && fact.seen == "MPI_T_ERR_CANNOT_INIT" &&
         fact.function.ends_with("MPI_T_init_thread") && never_comes_up();
}

bool Test::is_out_of_reach(const Fact& fact) const {
  const bool wants_codes = fact.relation == Relation::one_of || fact.relation == Relation::is;
  return fact.output == code_output && wants_codes && fact.seen == "MPI_T_ERR_NOT_ACCESSIBLE" &&
         applies(clause::event_safety_not_accessible) && may_be_out_of_reach(fact.function);
}

void Test::could_not_reach(Clause clause, const Fact& fact) {
  behaviour(clause::event_safety_not_accessible, fact.function, Progress::instance().phase());
  not_examined(clause, join(fact.function, " (here it answers ", fact.seen, ")"));
}

void Test::not_examined(Clause clause, std::string_view why) {
  ClauseTally& tally = *tally_of(clause);
  --tally.examined;
  publish(tally);
  missing(why);
}

void Test::record(Offence offence) {
  announce(offence, context_.results);
  outcome_.offences.push_back(std::move(offence));
}

void Test::examined(Clause clause, std::uint64_t times) {
  if (times == 0 || !counts(clause)) return;
  ClauseTally& tally = *tally_of(clause);
  tally.examined += times - 1;
  publish(tally);
}

void Test::found(Clause clause, std::string subject, std::string expected, std::string actual,
                 std::vector<std::string> calls, bool crash, std::optional<Fact> fact) {
  if (!counts(clause)) return;
  if (fact && is_out_of_reach(*fact)) return could_not_reach(clause, *fact);
  if (!count_offender(clause)) return;
  record({std::string(data(clause).id), std::move(subject), std::move(expected), std::move(actual),
          Progress::instance().phase(), std::move(calls), crash, std::move(fact)});
}

void Test::died(Clause clause, std::string subject, std::string how, bool by_signal,
                std::vector<std::string> frames) {
  Blame blame = blame_for_last_moment(frames);
  if (is_about_mpi(clause, function_of(blame.call))) blame.culprit = Culprit::tool;
  Recorder::instance().call_is_lost();
  if (blame.culprit != Culprit::tool) return lose(blame, how);
  if (!counts(clause)) return;
  Fact fact = death_in(blame.call, std::move(how), std::move(frames));
  fact.after = blame.after;
  if (!fact.given) fact.given = condition_;
  add_offence(clause, std::move(subject), wanted_text(fact), seen_in(fact, blame.call), fact,
              by_signal);
}

// A function that is not implemented ends the process on purpose. It is missing for the test.
void Test::lose(const Blame& blame, std::string_view how) {
  if (blame.culprit == Culprit::mpi && is_on_purpose(how)) {
    return missing(join(function_of(blame.call), " (here it ends the process: ", how, ")"));
  }
  std::string text = text_of(blame, how);
  if (std::ranges::find(outcome_.lost, text) == outcome_.lost.end())
    outcome_.lost.push_back(std::move(text));
}

void Test::measured(std::string_view key, std::string value) {
  const auto known = std::ranges::find(outcome_.metrics, key, &Metrics::value_type::first);
  if (known == outcome_.metrics.end()) {
    outcome_.metrics.emplace_back(key, std::move(value));
  } else {
    known->second = std::move(value);
  }
}

void Test::behaviour(Clause clause, std::string_view key, std::string_view value) {
  context_.results.write(RecordKind::behaviour, Behaviour{std::string(data(clause).id),
                                                          std::string(key), std::string(value)});
}

void Test::missing(std::string_view what) {
  std::vector<std::string>& missing = outcome_.missing;
  if (std::ranges::find(missing, what) == missing.end()) missing.emplace_back(what);
}

bool Test::applies(Clause clause) const {
  return mpitcheck::applies(data(clause), context_.library_version);
}

bool Test::is_one_of(int code, std::span<const int> allowed) {
  return std::ranges::find(allowed, code) != allowed.end();
}

Fact Test::code_fact(int code, std::span<const int> allowed) { return fact_of_code(code, allowed); }

}  // namespace mpitcheck
