// SPDX-License-Identifier: BSD-3-Clause
// The findings of several reports side by side; names that only one of several inventories has.
#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <tuple>

#include "ci/mpitcheck/compare/comparison.hpp"
#include "ci/mpitcheck/judge/finding.hpp"
#include "ci/mpitcheck/judge/library_id.hpp"

namespace mpitcheck {

namespace {

std::string version_of(const Column& column) {
  return identify_library(column.target.library_version).version;
}

/// Of each library the label of its lowest version that has the finding.
std::vector<std::string> first_seen(const FindingRow& row, const std::vector<Column>& columns) {
  std::map<std::string, const Column*> lowest;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!row.verdicts[c]) continue;
    const Column*& first = lowest[columns[c].library];
    if (first == nullptr ||
        ::strverscmp(version_of(columns[c]).c_str(), version_of(*first).c_str()) < 0) {
      first = &columns[c];
    }
  }
  std::vector<std::string> labels;
  for (const auto& entry : lowest) labels.push_back(entry.second->label);
  return labels;
}

}  // namespace

std::vector<FindingRow> finding_rows(const std::vector<Column>& columns,
                                     const std::vector<NamedReport>& reports) {
  std::map<std::string, FindingRow> by_id;
  std::size_t first = 0;
  for (const auto& [path, report] : reports) {
    std::map<std::string_view, std::size_t> column_of;
    for (const TargetResult& target : report.targets) column_of[target.name] = first++;
    for (const Finding& finding : report.findings) {
      FindingRow& row = by_id[finding.id];
      row.finding = finding;
      row.verdicts.resize(columns.size());
      for (const Sighting& sighting : finding.sightings) {
        row.verdicts[column_of.at(sighting.target)] = sighting.verdict;
      }
    }
  }
  std::vector<FindingRow> rows;
  for (auto& [id, row] : by_id) {
    row.first_seen = first_seen(row, columns);
    rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(rows, {}, [](const FindingRow& row) {
    return std::tuple(rank_of_level(row.finding.level),
                      std::ranges::count(row.verdicts, std::optional<Verdict>()), row.finding.id);
  });
  return rows;
}

std::vector<OnlyOne> only_one_has(const std::vector<Column>& columns) {
  using Key = std::pair<std::string_view, std::string_view>;  // kind and name
  std::map<Key, std::set<std::size_t>> owners;
  std::size_t inventories = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (const NamedObject& object : columns[c].target.inventory) {
      owners[{object.kind, object.name}].insert(c);
    }
    inventories += columns[c].target.inventory.empty() ? 0 : 1;
  }
  if (inventories < 2) return {};
  std::map<std::pair<std::size_t, std::string_view>, std::vector<std::string>> names;
  for (const auto& [key, set] : owners) {
    if (set.size() == 1) names[{*set.begin(), key.first}].emplace_back(key.second);
  }
  std::vector<OnlyOne> only;
  for (auto& [place, list] : names) {
    only.push_back({place.first, std::string(place.second), std::move(list)});
  }
  return only;
}

}  // namespace mpitcheck
