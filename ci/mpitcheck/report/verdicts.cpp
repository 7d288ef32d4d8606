// SPDX-License-Identifier: BSD-3-Clause
// How verdicts are shown; gathering the outcomes of stress/signals over targets.
#include "ci/mpitcheck/report/verdicts.hpp"

#include <fmt/core.h>

#include <set>
#include <string_view>

namespace mpitcheck::report {

namespace {

constexpr std::string_view mark = " in a signal handler";

bool tells_something(std::string_view outcome) {
  return !outcome.starts_with("survived") && !outcome.starts_with("not tried");
}

}  // namespace

std::string_view symbol(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "✓";
    case Verdict::fail:
      return "✗";
    case Verdict::crash:
      return "‼";
    case Verdict::timeout:
      return "◷";
    case Verdict::early_exit:
      return "⇥";
    case Verdict::error:
      return "?";
    case Verdict::warn:
      return "△";
    case Verdict::quality:
      return "◇";
    case Verdict::vacuous:
      return "○";
    case Verdict::inconclusive:
      return "◌";
    case Verdict::not_applicable:
      return "–";
  }
  return "?";
}

bool is_finding(Verdict verdict) { return verdict > Verdict::pass; }

std::vector<Verdict> verdicts_in_use(const RunReport& report) {
  constexpr Verdict order[] = {Verdict::pass,       Verdict::crash,         Verdict::timeout,
                               Verdict::early_exit, Verdict::fail,          Verdict::error,
                               Verdict::warn,       Verdict::quality,       Verdict::inconclusive,
                               Verdict::vacuous,    Verdict::not_applicable};
  std::set<Verdict> seen;
  for (const TestResult& test : report.tests) seen.insert(test.verdict);
  for (const ClauseResult& clause : report.clauses) {
    for (const auto& entry : clause.verdicts) seen.insert(entry.second);
  }
  std::vector<Verdict> used;
  for (const Verdict verdict : order) {
    if (seen.contains(verdict)) used.push_back(verdict);
  }
  return used;
}

std::string sighting_line(const Sighting& sighting) {
  if (sighting.standing == Standing::unjudged) return sighting.target;
  return fmt::format("{} ({})", sighting.target, name(sighting.standing));
}

std::string known_line(const TestResult& test) {
  if (!test.known) return {};
  const bool met = test.expected.value_or(false);
  return fmt::format("{} {}: {}", met ? "known" : "not what is known as", name(test.known->kind),
                     test.known->reason);
}

std::vector<Capability> capabilities(const RunReport& report) {
  std::vector<Capability> rows;
  for (const TestResult& test : report.tests) {
    for (const Behaviour& it : test.behaviours) {
      if (!it.key.ends_with(mark) || !tells_something(it.value)) continue;
      rows.push_back({test.target, it.key.substr(0, it.key.size() - mark.size()), it.value});
    }
  }
  return rows;
}

}  // namespace mpitcheck::report
