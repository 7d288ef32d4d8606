// SPDX-License-Identifier: BSD-3-Clause
// Offences of one cause, gathered over tests and targets.
#include "ci/mpitcheck/judge/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ci/mpitcheck/judge/words.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t most_objects = 20;  // of a sighting
constexpr std::size_t most_named = 4;     // functions or answers in a line

/// An offence and the test that found it.
struct Seen {
  std::size_t test;
  const Failure* failure;
};

using Offences = std::vector<Seen>;

void add_word(std::vector<std::string>& words, const std::string& word) {
  if (!word.empty() && !contains(words, word)) words.push_back(word);
}

std::string listed(const std::vector<std::string>& words) {
  const std::size_t count = std::min(words.size(), most_named);
  const std::string text =
      fmt::format("{}", fmt::join(words.begin(), words.begin() + std::ptrdiff_t(count), ", "));
  return words.size() == count ? text : fmt::format("{} and {} more", text, words.size() - count);
}

/// Of long lists the first value.
std::string wanted_of(const Fact& fact) {
  if (fact.wanted.size() < most_named) return wanted_text(fact);
  Fact first = fact;
  first.wanted.resize(1);
  return fmt::format("{} or {} others", wanted_text(first), fact.wanted.size() - 1);
}

/// What a reader sees of a finding first.
std::string line_of(const Offences& offences) {
  std::vector<std::string> functions, answers, names;
  const Failure* told = offences.front().failure;
  for (const Seen& seen : offences) {
    if (!told->fact && seen.failure->fact) told = seen.failure;
    if (!seen.failure->fact) continue;
    add_word(functions, seen.failure->fact->function);
    add_word(answers, seen_text(*seen.failure->fact));
    add_word(names, seen.failure->fact->output);
  }
  std::ranges::sort(functions);
  const std::string who = !functions.empty()     ? listed(functions)
                          : told->clause.empty() ? "the process"
                                                 : told->clause;
  if (told->expected.empty()) return fmt::format("{}: {}", who, told->actual);
  if (!told->fact) {
    const std::string of = told->subject.empty() ? "" : " (" + told->subject + ")";
    return fmt::format("{}: expected {}, got {}{}", who, told->expected, told->actual, of);
  }
  const Fact& fact = *told->fact;
  if (fact.relation == Relation::declared) {
    return fmt::format("mpi.h does not declare {}", listed(names));
  }
  const std::string rule = told->clause.empty() || who == told->clause
                               ? std::string()
                               : fmt::format(" ({})", told->clause);
  if (fact.relation == Relation::survives) {
    return fmt::format("{} does not return: {}{}", who, listed(answers), rule);
  }
  const std::string output = fact.output == code_output ? "" : fact.output + " ";
  return fmt::format("{}: expected {}{}, got {}{}", who, output, wanted_of(fact), listed(answers),
                     rule);
}

/// Never worse than the whole test: a crash may be excused there.
Verdict verdict_of(const Failure& failure, const TestResult& test) {
  if (!failure.fact || failure.fact->relation != Relation::survives) {
    return verdict_of_offence(failure.level);
  }
  return std::max(verdict_of_offence(failure.level), test.verdict);
}

/// New ones first, then by level, severity and the number of tests.
auto place_of(const Finding& finding) {
  std::size_t tests = 0;
  bool fresh = false;
  for (const Sighting& sighting : finding.sightings) {
    tests += sighting.tests.size();
    fresh |= sighting.standing == Standing::fresh;
  }
  return std::tuple(!fresh, rank_of_level(finding.level), -static_cast<int>(finding.verdict),
                    -static_cast<std::ptrdiff_t>(tests), finding.id);
}

class Gatherer {
 public:
  explicit Gatherer(const RunReport& report) : report_(report) {
    for (std::size_t i = 0; i < report.tests.size(); ++i) take(i);
    join_by_clause();
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> all;
    for (const auto& [cause, offences] : by_cause()) {
      Finding& added = all.emplace_back();
      added.id = id_of(cause);
      added.line = line_of(offences);
      added.level = "quality";
      added.verdict = Verdict::quality;
      for (const Seen& seen : offences) {
        add_word(added.clauses, seen.failure->clause);
        if (rank_of_level(seen.failure->level) < rank_of_level(added.level))
          added.level = seen.failure->level;
      }
      for (const TargetResult& target : report_.targets) {
        Offences here;
        std::ranges::copy_if(offences, std::back_inserter(here), [&](const Seen& seen) {
          return report_.tests[seen.test].target == target.name;
        });
        if (here.empty()) continue;
        added.sightings.push_back(sighting(cause, target.name, here));
        added.verdict = std::max(added.verdict, added.sightings.back().verdict);
      }
    }
    std::ranges::sort(all, {}, place_of);
    return all;
  }

 private:
  const RunReport& report_;
  std::map<std::size_t, std::vector<std::pair<Cause, const Failure*>>> causes_;  // by test
  std::deque<Failure> stand_ins_;

  void take(std::size_t index) {
    const TestResult& test = report_.tests[index];
    if (!is_deviation(test.verdict)) return;
    auto& causes = causes_[index];
    for (const Failure& failure : test.failures) {
      if (failure.level == "advice") continue;
      const Cause* const earlier = broken_before(causes, failure);
      causes.emplace_back(earlier != nullptr ? *earlier : cause_of(failure, test.name), &failure);
    }
    if (!test.failures.empty()) return;
    Failure& failure = stand_ins_.emplace_back();  // older reports do not say more
    if (!test.charged.empty()) failure.clause = test.charged.front();
    failure.level = test.level;
    failure.actual = test.message;
    causes.emplace_back(cause_of(failure, test.name), &failure);
  }

  /// What the library let pass before its process ended, against the same clause of the same test:
  /// a handle that was freed in the wrong session is met again.
  static const Cause* broken_before(const std::vector<std::pair<Cause, const Failure*>>& causes,
                                    const Failure& end) {
    if (!end.fact || end.fact->relation != Relation::survives) return nullptr;
    const auto before = std::ranges::find_if(causes, [&](const auto& it) {
      const Failure& other = *it.second;
      return other.clause == end.clause && other.rank == end.rank && other.fact &&
             other.fact->relation != Relation::survives;
    });
    return before == causes.end() ? nullptr : &before->first;
  }

  /// Suites that compare with an oracle tell no Fact; what they find of a rule is what others do.
  void join_by_clause() {
    using Rule = std::pair<std::string_view, std::string_view>;  // target and clause
    std::map<Rule, std::set<Cause>> stated;
    for (const auto& [index, causes] : causes_) {
      for (const auto& [cause, failure] : causes) {
        if (failure->fact) stated[{report_.tests[index].target, failure->clause}].insert(cause);
      }
    }
    for (auto& [index, causes] : causes_) {
      for (auto& [cause, failure] : causes) {
        const auto found = stated.find({report_.tests[index].target, failure->clause});
        if (failure->fact || found == stated.end() || found->second.size() > 1) continue;
        cause = *found->second.begin();
      }
    }
  }

  std::map<Cause, Offences> by_cause() const {
    std::map<Cause, Offences> out;
    for (const auto& [index, causes] : causes_) {
      for (const auto& [cause, failure] : causes) out[cause].push_back({index, failure});
    }
    return out;
  }

  /// How well a test shows the finding alone: 0 best.
  int telling(std::size_t test, const Cause& cause) const {
    const auto& causes = causes_.at(test);
    const bool alone =
        std::ranges::all_of(causes, [&](const auto& it) { return it.first == cause; });
    const auto& repro = report_.tests[test].repro;
    if (alone) return repro && !repro->program.empty() ? 0 : 1;
    return causes.front().first == cause ? 2 : 3;
  }

  Sighting sighting(const Cause& cause, const std::string& target, Offences offences) const {
    std::ranges::stable_sort(offences, {},
                             [&](const Seen& seen) { return telling(seen.test, cause); });
    Sighting out;
    out.target = target;
    out.verdict = Verdict::quality;
    out.has_program = telling(offences.front().test, cause) == 0;
    std::set<std::string> objects, clauses;
    bool as_expected = true, foreseen = false;
    for (const auto& [index, failure] : offences) {
      const TestResult& test = report_.tests[index];
      if (std::ranges::find(out.tests, index) == out.tests.end()) out.tests.push_back(index);
      out.verdict = std::max(out.verdict, verdict_of(*failure, test));
      if (clauses.insert(failure->clause).second) out.examples.push_back(*failure);
      if (!failure->subject.empty() && objects.insert(failure->subject).second) {
        if (out.objects.size() < most_objects) out.objects.push_back(failure->subject);
      }
      as_expected &= test.expected.value_or(true);
      foreseen |= is_known(test);
    }
    out.more_objects = objects.size() - out.objects.size();
    if (!as_expected) out.standing = Standing::fresh;
    if (as_expected && foreseen) out.standing = Standing::known;
    return out;
  }
};

}  // namespace

std::size_t rank_of_level(std::string_view level) {
  constexpr std::string_view levels[] = {"must", "should", "quality"};
  return static_cast<std::size_t>(std::ranges::find(levels, level) - std::begin(levels));
}

void derive_findings(RunReport& report) { report.findings = Gatherer(report).findings(); }

}  // namespace mpitcheck
