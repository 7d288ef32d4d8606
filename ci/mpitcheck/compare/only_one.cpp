// SPDX-License-Identifier: BSD-3-Clause
// Names that only one of several inventories has.
#include <algorithm>
#include <map>
#include <set>

#include "compare/comparison.hpp"

namespace mpitcheck {

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
