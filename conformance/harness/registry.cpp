// SPDX-License-Identifier: BSD-3-Clause
// The list of tests in this program.
#include "harness/registry.hpp"

#include <algorithm>
#include <utility>

namespace mpitcheck {

namespace {
std::vector<TestInfo>& tests() {
  static std::vector<TestInfo> list;
  return list;
}
}  // namespace

Registration::Registration(TestInfo info) {
  auto& list = tests();
  const auto by_name = [](const TestInfo& a, const TestInfo& b) { return a.name < b.name; };
  list.insert(std::upper_bound(list.begin(), list.end(), info, by_name), std::move(info));
}

const std::vector<TestInfo>& all_tests() { return tests(); }

}  // namespace mpitcheck
