// SPDX-License-Identifier: BSD-3-Clause
// A report arranged for the page.
#include "ci/mpitcheck/report/page_model.hpp"

#include <algorithm>
#include <set>

#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck::report {
namespace {

Group group_of(const ClauseResult& clause) {
  if (clause.verdicts.empty()) return Group::not_run;
  const auto any = [&](auto&& holds) {
    return std::ranges::any_of(clause.verdicts,
                               [&](const auto& entry) { return holds(entry.second); });
  };
  if (clause.level == "must" && any([](Verdict v) { return v >= Verdict::fail; }))
    return Group::broken;
  if (any([](Verdict v) { return is_finding(v) && v != Verdict::error; })) return Group::deviating;
  if (any([](Verdict v) { return v == Verdict::error; })) return Group::not_judged;
  if (any([](Verdict v) { return v == Verdict::pass; })) return Group::kept;
  return Group::nothing_examined;
}

using TestKey = std::pair<std::string_view, std::string_view>;

}  // namespace

std::string_view title(Group group) {
  switch (group) {
    case Group::broken:
      return "Broken: must";
    case Group::deviating:
      return "Deviations: should, quality, advice";
    case Group::not_judged:
      return "Not judged: our own error";
    case Group::kept:
      return "Kept wherever examined";
    case Group::nothing_examined:
      return "Nothing to examine";
    case Group::not_run:
      return "Not run";
  }
  return "";
}

char letter(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_applicable:
      return 'n';
    case Verdict::vacuous:
      return 'v';
    case Verdict::inconclusive:
      return 'i';
    case Verdict::pass:
      return 'p';
    case Verdict::quality:
      return 'q';
    case Verdict::warn:
      return 'w';
    case Verdict::error:
      return 'x';
    case Verdict::fail:
      return 'f';
    case Verdict::early_exit:
      return 'e';
    case Verdict::timeout:
      return 't';
    case Verdict::crash:
      return 'c';
  }
  return 'x';
}

PageModel::PageModel(const RunReport& run) : report(run) {
  std::map<std::string_view, std::size_t> target_index;
  for (const TargetResult& target : run.targets)
    target_index.emplace(target.name, target_index.size());

  std::set<std::string_view> suites;
  for (const TestResult& test : run.tests) suites.insert(test.suite);
  std::map<TestKey, std::size_t> test_index;
  std::map<std::string_view, std::vector<std::size_t>> citing;
  for (const TestResult& test : run.tests) {
    const auto [found, added] = test_index.emplace(TestKey(test.suite, test.name), tests.size());
    if (added) {
      tests.push_back({tests.size(), suites.size() > 1 ? test.suite + ": " + test.name : test.name,
                       std::vector<const TestResult*>(run.targets.size(), nullptr)});
    }
    tests[found->second].results[target_index.at(test.target)] = &test;
    for (const std::string& clause : test.clauses) {
      auto& list = citing[clause];
      if (list.empty() || std::ranges::find(list, found->second) == list.end())
        list.push_back(found->second);
    }
  }

  for (const ClauseResult& clause : run.clauses) {
    PageClause row{&clause, group_of(clause), std::string(run.targets.size(), not_run_letter), {}};
    for (const auto& [target, verdict] : clause.verdicts) {
      const auto found = target_index.find(target);
      if (found != target_index.end()) row.letters[found->second] = letter(verdict);
    }
    for (const std::size_t index : citing[clause.id]) {
      std::string letters(run.targets.size(), not_run_letter);
      for (std::size_t t = 0; t < letters.size(); ++t) {
        const TestResult* result = tests[index].results[t];
        if (result) letters[t] = letter(clause_verdict(*result, clause.id, clause.level));
      }
      row.tests.emplace_back(&tests[index], std::move(letters));
    }
    clauses.push_back(std::move(row));
  }
  std::ranges::stable_sort(clauses, {}, &PageClause::group);
}

std::string sections_line(const ClauseResult& clause) {
  std::string out;
  for (auto first = clause.section.begin(); first != clause.section.end();) {
    const auto next = std::find_if(first, clause.section.end(), [&](const auto& entry) {
      return entry.second != first->second;
    });
    if (!out.empty()) out += ", ";
    out += first->first;
    if (std::next(first) != next) out += "–" + std::prev(next)->first;
    out += ": " + first->second;
    first = next;
  }
  return out;
}

}  // namespace mpitcheck::report
