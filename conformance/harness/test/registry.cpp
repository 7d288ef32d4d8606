// SPDX-License-Identifier: BSD-3-Clause
// The tests of this program.
#include "conformance/harness/test/registry.hpp"

#include <algorithm>
#include <utility>

namespace mpitcheck {

namespace {
std::vector<TestInfo>& tests() {
  static std::vector<TestInfo> list;
  return list;
}
}  // namespace

Registration::Registration(TestInfo info) { tests().push_back(std::move(info)); }

const std::vector<TestInfo>& all_tests() {
  // Sorted once, not at each registration, since every process of every test does it.
  [[maybe_unused]] static const auto sorted = std::ranges::sort(tests(), {}, &TestInfo::name);
  return tests();
}

}  // namespace mpitcheck
