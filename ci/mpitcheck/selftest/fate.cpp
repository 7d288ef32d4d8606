// SPDX-License-Identifier: BSD-3-Clause
// Comparing what tests find with and without a fault.
#include "ci/mpitcheck/selftest/fate.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/words.hpp"

namespace mpitcheck {
namespace {

using Texts = std::set<std::string>;

/// What a test found against one clause.
struct Found {
  std::uint64_t offenders = 0;
  Texts subjects;  ///< as far as they were told
  Texts details;   ///< each with what was wrong about it
};

using Findings = std::map<std::string, Found>;  // by clause

Findings findings_of(const TestResult& test) {
  Findings findings;
  if (test.verdict == Verdict::error) return findings;
  for (const std::string& clause : test.charged) {
    findings[clause].subjects.insert("the test: " + std::string(name(test.verdict)));
  }
  for (const Failure& failure : test.failures) {
    const std::string subject = failure.subject + (failure.crash ? ": crash" : "");
    findings[failure.clause].subjects.insert(subject);
    // How a process died names addresses, which differ each time.
    if (!failure.crash) findings[failure.clause].details.insert(subject + ": " + failure.actual);
  }
  for (const Examination& examination : test.examinations) {
    if (examination.offenders > 0) findings[examination.clause].offenders = examination.offenders;
  }
  return findings;
}

bool covers(const Texts& more, const Texts& less) {
  return std::includes(more.begin(), more.end(), less.begin(), less.end());
}

/// What the results without a fault found against one clause.
struct Known {
  Found all;
  int results = 0;
  bool is_stable = true;  ///< each result told the same details

  void add(const Found& found) {
    is_stable = is_stable && (results == 0 || found.details == all.details);
    all.offenders = std::max(all.offenders, found.offenders);
    all.subjects.insert(found.subjects.begin(), found.subjects.end());
    all.details.insert(found.details.begin(), found.details.end());
    ++results;
  }

  /// Details that vary by themselves tell nothing; of a single result it is not known.
  [[nodiscard]] bool covers(const Found& found) const {
    const bool compare_details = is_stable && results > 1;
    return found.offenders <= all.offenders && mpitcheck::covers(all.subjects, found.subjects) &&
           (!compare_details || mpitcheck::covers(all.details, found.details));
  }
};

Texts newly_broken(const TestResult& test, const std::vector<TestResult>& before) {
  std::map<std::string, Known> known;
  for (const TestResult& was : before) {
    if (was.name != test.name) continue;
    for (const auto& [clause, found] : findings_of(was)) known[clause].add(found);
  }
  Texts broken;
  for (const auto& [clause, found] : findings_of(test)) {
    const auto was = known.find(clause);
    if (was == known.end() || !was->second.covers(found)) broken.insert(clause);
  }
  return broken;
}

bool names_one_of(const Texts& broken, const FaultEntry& fault) {
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

Fate FaultTrial::fate() const {
  if (!killers().empty()) return Fate::killed;
  if (!collateral().empty()) return Fate::blurred;
  const bool examined = std::any_of(tests.begin(), tests.end(), [](const TestResult& test) {
    return test.verdict >= Verdict::pass;
  });
  if (!examined) return Fate::unseen;
  return showed ? Fate::survived : Fate::idle;
}

std::vector<const TestResult*> FaultTrial::killers() const {
  std::vector<const TestResult*> found;
  for (const TestResult& test : tests) {
    if (names_one_of(newly_broken(test, before), fault)) found.push_back(&test);
  }
  return found;
}

std::vector<Collateral> FaultTrial::collateral() const {
  std::vector<Collateral> found;
  for (const TestResult& test : tests) {
    Texts broken = newly_broken(test, before);
    if (names_one_of(broken, fault)) continue;
    // Nobody is bound by advice: no alarm.
    std::erase_if(broken, [](const std::string& clause) { return level_of(clause) == "advice"; });
    if (!broken.empty()) found.push_back({test.name, broken});
  }
  return found;
}

}  // namespace mpitcheck
