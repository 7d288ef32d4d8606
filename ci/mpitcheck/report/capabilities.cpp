// SPDX-License-Identifier: BSD-3-Clause
// Gathering the outcomes of stress/signals over targets.
#include "report/capabilities.hpp"

#include <algorithm>
#include <string_view>

namespace mpitcheck::report {
namespace {

constexpr std::string_view mark = " in a signal handler";

}  // namespace

std::vector<CapabilityRow> capabilities(const RunReport& report) {
  std::vector<CapabilityRow> rows;
  for (const TestResult& test : report.tests) {
    const auto target = std::ranges::find(report.targets, test.target, &TargetResult::name);
    for (const Behaviour& it : test.behaviours) {
      if (!it.key.ends_with(mark) || target == report.targets.end()) continue;
      const std::string function = it.key.substr(0, it.key.size() - mark.size());
      auto row = std::ranges::find(rows, function, &CapabilityRow::function);
      if (row == rows.end()) {
        row = rows.insert(row, {function, std::vector<std::string>(report.targets.size())});
      }
      row->outcomes[static_cast<std::size_t>(target - report.targets.begin())] = it.value;
    }
  }
  return rows;
}

}  // namespace mpitcheck::report
