// SPDX-License-Identifier: BSD-3-Clause
// Compares the tests of one target in two reports.
#include "compare/test_diff.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "message_prefix.hpp"

namespace mpitcheck {
namespace {

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
