// SPDX-License-Identifier: BSD-3-Clause
// Puts reports side by side.
#include "ci/mpitcheck/compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "ci/mpitcheck/compare/read_report.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck {
namespace {

using Rows = std::map<std::string, std::size_t, std::less<>>;

// Columns with the same label are told apart by target, or else by number.
void make_unique(std::vector<Column>& columns) {
  std::map<std::string, std::set<std::string>> targets;
  for (const Column& column : columns) targets[column.label].insert(column.target.name);
  for (Column& column : columns) {
    if (targets[column.label].size() > 1) column.label += " (" + column.target.name + ")";
  }
  std::set<std::string> taken;
  for (Column& column : columns) {
    const std::string label = column.label;
    for (int number = 2; !taken.insert(column.label).second; ++number) {
      column.label = fmt::format("{} #{}", label, number);
    }
  }
}

std::vector<Column> columns_of(const std::vector<NamedReport>& reports) {
  std::vector<Column> columns;
  for (const auto& [path, report] : reports) {
    for (const TargetResult& target : report.targets) {
      columns.push_back({library_label(target), library_name(target), path, report.header.started,
                         target, report.footer.complete});
    }
  }
  if (columns.empty()) throw UserError("the reports have no target: nothing to compare");
  make_unique(columns);
  return columns;
}

std::vector<std::string> parties_of(const std::vector<Column>& columns) {
  std::vector<std::string> parties;
  std::map<std::string, int> versions;
  for (const Column& column : columns) {
    parties.push_back(column.label);
    ++versions[column.library];
  }
  for (const auto& [library, count] : versions) {
    if (count > 1) parties.push_back(library);
  }
  return parties;
}

Rows add_rows(Comparison& comparison, const std::vector<NamedReport>& reports) {
  Rows index;
  for (auto it = reports.rbegin(); it != reports.rend(); ++it) {
    for (const ClauseResult& clause : it->report.clauses) {
      if (!index.emplace(clause.id, comparison.rows.size()).second) continue;
      ClauseRow& row = comparison.rows.emplace_back();
      row.clause = clause;
      row.clause.tests.clear();
      row.clause.verdicts.clear();
      row.verdicts.resize(comparison.columns.size());
    }
  }
  return index;
}

void add_deviations(Comparison& comparison, const Rows& index, const TestResult& test,
                    std::size_t column) {
  if (test.message.empty() || !report::is_finding(test.verdict)) return;
  std::set<std::string_view> told;
  for (const std::string& id : test.clauses) {
    const auto row = index.find(id);
    if (row == index.end() || !told.insert(id).second) continue;
    const Verdict verdict = clause_verdict(test, id, comparison.rows[row->second].clause.level);
    if (!report::is_finding(verdict)) continue;
    comparison.rows[row->second].deviations.push_back({column, test.name, verdict, test.message});
  }
}

// The values of one key are collected from all tests of a target.
using Behaviours =
    std::map<std::pair<std::size_t, std::string>, std::vector<std::set<std::string>>>;

void collect(Behaviours& behaviours, const Rows& index, const TestResult& test, std::size_t column,
             std::size_t columns) {
  for (const Behaviour& it : test.behaviours) {
    const auto row = index.find(it.clause);
    if (row == index.end()) continue;
    auto& values = behaviours[{row->second, it.key}];
    values.resize(columns);
    values[column].insert(it.value);
  }
}

void add_behaviours(Comparison& comparison, const Behaviours& behaviours) {
  for (const auto& [place, sets] : behaviours) {
    BehaviourRow& added = comparison.rows[place.first].behaviours.emplace_back();
    added.key = place.second;
    for (const std::set<std::string>& set : sets) {
      std::string value;
      for (const std::string& item : set) (value += value.empty() ? "" : ", ") += item;
      added.values.push_back(std::move(value));
    }
  }
}

bool judges(const std::optional<Verdict>& verdict) {
  return verdict && *verdict != Verdict::not_applicable && *verdict != Verdict::vacuous &&
         *verdict != Verdict::inconclusive && *verdict != Verdict::error;
}

using Groups = std::vector<std::vector<std::size_t>>;  // columns with equal values

// The party that is all of `group`, if it stands alone against `rest`: a column, or a library in
// all its versions against two other libraries or more.
std::optional<std::size_t> party_of(const Comparison& comparison,
                                    const std::vector<std::size_t>& group,
                                    const std::vector<std::size_t>& rest) {
  if (rest.size() < 2) return std::nullopt;
  if (group.size() == 1) return group.front();
  const auto library = [&](std::size_t c) { return comparison.columns[c].library; };
  std::set<std::string> mine, others;
  for (const std::size_t column : group) mine.insert(library(column));
  for (const std::size_t column : rest) others.insert(library(column));
  if (mine.size() != 1 || others.size() < 2 || others.contains(*mine.begin())) return std::nullopt;
  const auto first = comparison.parties.begin() + std::ssize(comparison.columns);
  const auto found = std::find(first, comparison.parties.end(), *mine.begin());
  return static_cast<std::size_t>(found - comparison.parties.begin());
}

// Whether the values differ; a party that stands alone is added to `odd`.
bool judge(const Comparison& comparison, const Groups& groups, std::vector<std::size_t>& odd) {
  if (groups.size() == 2) {
    for (const std::size_t i : {0u, 1u}) {
      const auto party = party_of(comparison, groups[i], groups[1 - i]);
      if (party) odd.push_back(*party);
    }
  }
  return groups.size() > 1;
}

template <class Value>
Groups groups_of(const std::map<Value, std::vector<std::size_t>>& columns) {
  Groups groups;
  for (const auto& entry : columns) groups.push_back(entry.second);
  return groups;
}

void find_differences(const Comparison& comparison, ClauseRow& row) {
  std::map<Verdict, std::vector<std::size_t>> verdicts;
  for (std::size_t c = 0; c < row.verdicts.size(); ++c) {
    if (judges(row.verdicts[c])) verdicts[*row.verdicts[c]].push_back(c);
  }
  row.verdicts_differ = judge(comparison, groups_of(verdicts), row.odd);
  for (BehaviourRow& behaviour : row.behaviours) {
    std::map<std::string_view, std::vector<std::size_t>> values;
    for (std::size_t c = 0; c < behaviour.values.size(); ++c) {
      if (!behaviour.values[c].empty()) values[behaviour.values[c]].push_back(c);
    }
    behaviour.differs = judge(comparison, groups_of(values), behaviour.odd);
    row.behaviours_differ |= behaviour.differs;
    row.odd.insert(row.odd.end(), behaviour.odd.begin(), behaviour.odd.end());
  }
  std::ranges::sort(row.odd);
  row.odd.erase(std::unique(row.odd.begin(), row.odd.end()), row.odd.end());
}

}  // namespace

Comparison compare(const std::vector<NamedReport>& reports) {
  Comparison comparison;
  comparison.columns = columns_of(reports);
  comparison.parties = parties_of(comparison.columns);
  const Rows index = add_rows(comparison, reports);
  Behaviours behaviours;
  std::size_t first = 0;
  for (const auto& [path, report] : reports) {
    std::map<std::string_view, std::size_t> column_of;
    for (const TargetResult& target : report.targets) column_of[target.name] = first++;
    for (const ClauseResult& clause : report.clauses) {
      for (const auto& [target, verdict] : clause.verdicts) {
        const auto column = column_of.find(target);
        if (column == column_of.end()) continue;
        comparison.rows[index.find(clause.id)->second].verdicts[column->second] = verdict;
      }
    }
    for (const TestResult& test : report.tests) {
      const std::size_t column = column_of.at(test.target);
      add_deviations(comparison, index, test, column);
      collect(behaviours, index, test, column, comparison.columns.size());
    }
  }
  add_behaviours(comparison, behaviours);
  for (ClauseRow& row : comparison.rows) find_differences(comparison, row);
  comparison.findings = finding_rows(comparison.columns, reports);
  comparison.only = only_one_has(comparison.columns);
  return comparison;
}

}  // namespace mpitcheck
