// SPDX-License-Identifier: BSD-3-Clause
// Comparing what tests find with and without a fault.
#include "fate.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "words.hpp"

namespace mpitcheck {
namespace {

/// What a test found against one clause.
struct Found {
  std::uint64_t offenders = 0;
  std::set<std::string> subjects;  ///< as far as they were told
};

using Findings = std::map<std::string, Found>;  // by clause

Findings findings_of(const TestResult& test) {
  Findings findings;
  if (test.verdict == Verdict::error) return findings;
  for (const std::string& clause : test.charged) {
    findings[clause].subjects.insert("the test: " + std::string(name(test.verdict)));
  }
  for (const Failure& failure : test.failures) {
    findings[failure.clause].subjects.insert(failure.subject + (failure.crash ? ": crash" : ""));
  }
  for (const Examination& examination : test.examinations) {
    if (examination.offenders > 0) findings[examination.clause].offenders = examination.offenders;
  }
  return findings;
}

std::set<std::string> newly_broken(const TestResult& test, const std::vector<TestResult>& before) {
  Findings known;
  for (const TestResult& was : before) {
    if (was.name != test.name) continue;
    for (const auto& [clause, found] : findings_of(was)) {
      known[clause].offenders = std::max(known[clause].offenders, found.offenders);
      known[clause].subjects.insert(found.subjects.begin(), found.subjects.end());
    }
  }
  std::set<std::string> broken;
  for (const auto& [clause, found] : findings_of(test)) {
    const auto was = known.find(clause);
    const bool is_known = was != known.end() && found.offenders <= was->second.offenders &&
                          std::includes(was->second.subjects.begin(), was->second.subjects.end(),
                                        found.subjects.begin(), found.subjects.end());
    if (!is_known) broken.insert(clause);
  }
  return broken;
}

bool names_one_of(const std::set<std::string>& broken, const FaultEntry& fault) {
  return std::any_of(broken.begin(), broken.end(),
                     [&](const std::string& clause) { return contains(fault.clauses, clause); });
}

}  // namespace

std::string_view name(Fate fate) {
  switch (fate) {
    case Fate::killed:
      return "killed";
    case Fate::blurred:
      return "blurred";
    case Fate::survived:
      return "survived";
    case Fate::idle:
      return "idle";
    case Fate::unseen:
      return "unseen";
  }
  return "";
}

Fate Trial::fate() const {
  if (!killers().empty()) return Fate::killed;
  if (!collateral().empty()) return Fate::blurred;
  const bool examined = std::any_of(tests.begin(), tests.end(), [](const TestResult& test) {
    return test.verdict >= Verdict::pass;
  });
  if (!examined) return Fate::unseen;
  return showed ? Fate::survived : Fate::idle;
}

std::vector<const TestResult*> Trial::killers() const {
  std::vector<const TestResult*> found;
  for (const TestResult& test : tests) {
    if (names_one_of(newly_broken(test, before), fault)) found.push_back(&test);
  }
  return found;
}

std::vector<Collateral> Trial::collateral() const {
  std::vector<Collateral> found;
  for (const TestResult& test : tests) {
    const std::set<std::string> broken = newly_broken(test, before);
    if (!broken.empty() && !names_one_of(broken, fault)) found.push_back({test.name, broken});
  }
  return found;
}

}  // namespace mpitcheck
