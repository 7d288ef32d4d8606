// SPDX-License-Identifier: BSD-3-Clause
// Pairs the objects of two inventories; compares the tests of one target in two reports.
#include "ci/mpitcheck/compare/target_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ci/mpitcheck/gate/message_prefix.hpp"

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

using Key = std::pair<std::string_view, std::string_view>;  // suite and name
using Tests = std::map<Key, const TestResult*>;

Tests tests_of(const RunReport& report, std::string_view target) {
  Tests tests;
  for (const TestResult& test : report.tests) {
    if (test.target == target) tests.emplace(Key(test.suite, test.name), &test);
  }
  return tests;
}

std::optional<TestChange> change_of(Verdict before, Verdict after) {
  if (before == after) return std::nullopt;
  if (before == Verdict::error || after == Verdict::error) return TestChange::difference;
  if (is_deviation(after) && (!is_deviation(before) || after > before))
    return TestChange::regression;
  if (is_deviation(before) && (is_deviation(after) || after == Verdict::pass))
    return TestChange::fix;
  return TestChange::difference;
}

bool say_the_same(const TestResult& before, const TestResult& after) {
  return has_prefix(before.message, after.message) && has_prefix(after.message, before.message);
}

std::map<std::string, std::set<std::string_view>> behaviours_of(const TestResult& test) {
  std::map<std::string, std::set<std::string_view>> values;
  for (const Behaviour& it : test.behaviours) values[it.clause + ": " + it.key].insert(it.value);
  return values;
}

std::string joined(const std::set<std::string_view>& values) {
  std::string out;
  for (const std::string_view value : values) (out += out.empty() ? "" : ", ") += value;
  return out;
}

void add_behaviours(std::vector<TestDifference>& found, const TestResult& before,
                    const TestResult& after) {
  const auto now = behaviours_of(after);
  for (const auto& [subject, values] : behaviours_of(before)) {
    const auto other = now.find(subject);
    if (other == now.end() || other->second == values) continue;
    found.push_back({TestChange::behaviour,
                     before.name,
                     {},
                     {},
                     joined(values),
                     joined(other->second),
                     subject});
  }
}

void add_test(std::vector<TestDifference>& found, const TestResult& before,
              const TestResult& after) {
  if (const auto change = change_of(before.verdict, after.verdict)) {
    found.push_back(
        {*change, before.name, before.verdict, after.verdict, before.message, after.message, ""});
  } else if (is_deviation(after.verdict) && !say_the_same(before, after)) {
    found.push_back({TestChange::message, before.name, before.verdict, after.verdict,
                     before.message, after.message, ""});
  }
  add_behaviours(found, before, after);
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

std::string_view name(TestChange change) {
  switch (change) {
    case TestChange::regression:
      return "regression";
    case TestChange::fix:
      return "fix";
    case TestChange::difference:
      return "difference";
    case TestChange::message:
      return "message";
    case TestChange::behaviour:
      return "behaviour";
    case TestChange::added:
      return "added";
    case TestChange::removed:
      return "removed";
  }
  return "";
}

std::vector<TestDifference> diff_tests(const RunReport& older, std::string_view old_target,
                                       const RunReport& newer, std::string_view new_target) {
  const Tests before = tests_of(older, old_target);
  const Tests after = tests_of(newer, new_target);
  std::vector<TestDifference> found;
  for (const auto& [key, test] : before) {
    const auto other = after.find(key);
    if (other == after.end()) {
      found.push_back({TestChange::removed, test->name, test->verdict, {}, test->message, "", ""});
    } else {
      add_test(found, *test, *other->second);
    }
  }
  for (const auto& [key, test] : after) {
    if (before.contains(key)) continue;
    found.push_back({TestChange::added, test->name, {}, test->verdict, "", test->message, ""});
  }
  std::ranges::stable_sort(found, {}, &TestDifference::change);
  return found;
}

}  // namespace mpitcheck
