// SPDX-License-Identifier: BSD-3-Clause
// Pairs the objects of two inventories.
#include "compare/inventory_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace mpitcheck {
namespace {

using Objects = std::vector<const NamedObject*>;

// Pairs objects with equal keys, in their order, and leaves the others in the lists. Names recur:
// those of pvars are unique within a class only.
template <class Key, class Use>
void pair_up(Objects& older, Objects& newer, Key key_of, Use use) {
  std::map<decltype(key_of(*older.front())), Objects> waiting;
  for (const NamedObject* object : newer) waiting[key_of(*object)].push_back(object);
  std::set<const NamedObject*> paired;
  std::erase_if(older, [&](const NamedObject* object) {
    const auto found = waiting.find(key_of(*object));
    if (found == waiting.end() || found->second.empty()) return false;
    const NamedObject* other = found->second.front();
    if (!use(*object, *other)) return false;
    found->second.erase(found->second.begin());
    paired.insert(other);
    return true;
  });
  std::erase_if(newer, [&](const NamedObject* object) { return paired.contains(object); });
}

auto whole(const NamedObject& object) { return std::tie(object.kind, object.name, object.type); }
auto named(const NamedObject& object) { return std::tie(object.kind, object.name); }
auto likeness(const NamedObject& object) { return std::tie(object.kind, object.type, object.desc); }

bool is_telling(const NamedObject& object) {
  return !object.desc.empty() || object.type.contains("items");
}

std::string detail_of(const NamedObject& before, const NamedObject& after) {
  std::map<std::string, std::pair<std::string, std::string>> members;
  for (const auto& [key, value] : before.type) members[key].first = value;
  for (const auto& [key, value] : after.type) members[key].second = value;
  std::string out;
  for (const auto& [key, values] : members) {
    if (values.first == values.second) continue;
    const auto shown = [](const std::string& value) { return value.empty() ? "none" : value; };
    out += fmt::format("{}{} {} -> {}", out.empty() ? "" : ", ", key, shown(values.first),
                       shown(values.second));
  }
  return out;
}

}  // namespace

std::string_view name(ObjectChange change) {
  switch (change) {
    case ObjectChange::added:
      return "added";
    case ObjectChange::removed:
      return "removed";
    case ObjectChange::renamed:
      return "renamed";
    case ObjectChange::retyped:
      return "retyped";
  }
  return "";
}

std::vector<ObjectDifference> diff_inventories(const std::vector<NamedObject>& older,
                                               const std::vector<NamedObject>& newer) {
  Objects before, after;
  for (const NamedObject& object : older) before.push_back(&object);
  for (const NamedObject& object : newer) after.push_back(&object);

  std::vector<ObjectDifference> found;
  pair_up(before, after, whole, [](const auto&, const auto&) { return true; });
  pair_up(before, after, named, [&](const NamedObject& old, const NamedObject& now) {
    found.push_back({ObjectChange::retyped, old.kind, old.name, now.name, detail_of(old, now)});
    return true;
  });
  std::map<decltype(likeness(older.front())), int> alike_before, alike_after;
  for (const NamedObject* object : before) ++alike_before[likeness(*object)];
  for (const NamedObject* object : after) ++alike_after[likeness(*object)];
  pair_up(before, after, likeness, [&](const NamedObject& old, const NamedObject& now) {
    const auto key = likeness(old);
    if (!is_telling(old) || alike_before[key] != 1 || alike_after[key] != 1) return false;
    found.push_back({ObjectChange::renamed, old.kind, old.name, now.name, ""});
    return true;
  });
  for (const NamedObject* object : before) {
    found.push_back({ObjectChange::removed, object->kind, object->name, "", ""});
  }
  for (const NamedObject* object : after) {
    found.push_back({ObjectChange::added, object->kind, "", object->name, ""});
  }
  std::ranges::stable_sort(found, {}, [](const ObjectDifference& difference) {
    return std::ranges::find(all_object_changes, difference.change) - all_object_changes;
  });
  return found;
}

}  // namespace mpitcheck
