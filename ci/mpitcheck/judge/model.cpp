// SPDX-License-Identifier: BSD-3-Clause
// The model's few derivations: verdict words, the gate, verdicts per clause.
#include "ci/mpitcheck/judge/model.hpp"

#include <algorithm>

#include "ci/mpitcheck/judge/words.hpp"

namespace mpitcheck {
namespace {

/// The one of `values` whose name() is `word`.
template <class T, std::size_t N>
std::optional<T> named(const T (&values)[N], std::string_view word) {
  for (const T value : values) {
    if (name(value) == word) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(DeviationKind kind) {
  switch (kind) {
    case DeviationKind::bug:
      return "bug";
    case DeviationKind::wontfix:
      return "wontfix";
    case DeviationKind::spec_dispute:
      return "spec-dispute";
    case DeviationKind::flaky:
      return "flaky";
  }
  return "bug";
}

std::optional<DeviationKind> deviation_kind_named(std::string_view word) {
  return named(all_deviation_kinds, word);
}

std::string_view name(GateProblem problem) {
  switch (problem) {
    case GateProblem::unexpected_failure:
      return "unexpected-failure";
    case GateProblem::unexpected_pass:
      return "unexpected-pass";
    case GateProblem::improvement:
      return "improvement";
    case GateProblem::changed_message:
      return "changed-message";
    case GateProblem::stale:
      return "stale";
    case GateProblem::too_wide:
      return "too-wide";
    case GateProblem::expired:
      return "expired";
  }
  return "unexpected-failure";
}

std::optional<GateProblem> gate_problem_named(std::string_view word) {
  return named(all_gate_problems, word);
}

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::known:
      return "known";
    case Standing::fresh:
      return "new";
    case Standing::unjudged:
      break;
  }
  return "";
}

bool is_deviation(Verdict verdict) {
  return verdict >= Verdict::quality && verdict != Verdict::error;
}

bool is_known(const TestResult& test) {
  return test.known.has_value() && test.expected == true && test.verdict >= Verdict::quality;
}

bool breaks_must(const TestResult& test) {
  return test.verdict >= Verdict::fail && test.level == "must";
}

Verdict verdict_of_offence(std::string_view level) {
  if (level == "must") return Verdict::fail;
  if (level == "should") return Verdict::warn;
  return level == "quality" ? Verdict::quality : Verdict::pass;
}

Verdict clause_verdict(const TestResult& test, std::string_view clause, std::string_view level) {
  if (contains(test.charged, clause)) return test.verdict;
  for (const Failure& failure : test.failures) {
    if (failure.clause == clause) return verdict_of_offence(level);
  }
  for (const Examination& examination : test.examinations) {
    if (examination.clause != clause) continue;
    if (examination.offenders > 0) return verdict_of_offence(level);
    if (test.verdict == Verdict::error) return Verdict::error;
    if (examination.examined > 0) return Verdict::pass;
  }
  // The test ended over another clause before it came to this one.
  if (test.cut_off) return Verdict::inconclusive;
  if (test.verdict == Verdict::error || test.verdict == Verdict::not_applicable)
    return test.verdict;
  return Verdict::vacuous;
}

void derive_clause_verdicts(RunReport& report) {
  std::map<std::string_view, ClauseResult*> by_id;
  for (ClauseResult& clause : report.clauses) by_id[clause.id] = &clause;
  for (const TestResult& test : report.tests) {
    for (const std::string& id : test.clauses) {
      const auto found = by_id.find(id);
      if (found == by_id.end()) continue;
      ClauseResult& clause = *found->second;
      if (!contains(clause.tests, test.name)) clause.tests.push_back(test.name);
      const Verdict verdict = clause_verdict(test, id, clause.level);
      const auto [entry, added] = clause.verdicts.emplace(test.target, verdict);
      if (!added) entry->second = std::max(entry->second, verdict);
    }
  }
}

std::map<Verdict, std::size_t> verdict_counts(const RunReport& report, std::string_view target) {
  std::map<Verdict, std::size_t> counts;
  for (const TestResult& test : report.tests) {
    if (test.target == target) ++counts[test.verdict];
  }
  return counts;
}

int exit_code_of(const RunReport& report) {
  const bool broken = report.gate
                          ? !report.gate->findings.empty()
                          : std::any_of(report.tests.begin(), report.tests.end(), breaks_must);
  if (broken) return 1;
  const auto is_error = [](const TestResult& test) { return test.verdict == Verdict::error; };
  return std::any_of(report.tests.begin(), report.tests.end(), is_error) ? 3 : 0;
}

}  // namespace mpitcheck
