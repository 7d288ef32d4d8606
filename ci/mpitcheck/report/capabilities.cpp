// SPDX-License-Identifier: BSD-3-Clause
// Gathering the outcomes of stress/signals over targets.
#include "report/capabilities.hpp"

#include <string_view>

namespace mpitcheck::report {
namespace {

constexpr std::string_view mark = " in a signal handler";

bool tells_something(std::string_view outcome) {
  return !outcome.starts_with("survived") && !outcome.starts_with("not tried");
}

}  // namespace

std::vector<Capability> capabilities(const RunReport& report) {
  std::vector<Capability> rows;
  for (const TestResult& test : report.tests) {
    for (const Behaviour& it : test.behaviours) {
      if (!it.key.ends_with(mark) || !tells_something(it.value)) continue;
      rows.push_back({test.target, it.key.substr(0, it.key.size() - mark.size()), it.value});
    }
  }
  return rows;
}

}  // namespace mpitcheck::report
