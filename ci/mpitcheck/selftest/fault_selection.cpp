// SPDX-License-Identifier: BSD-3-Clause
// Filters and samples of faults.
#include "ci/mpitcheck/selftest/fault_selection.hpp"

#include <algorithm>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/selftest/selftest_filter.hpp"

namespace mpitcheck {
namespace {

bool fits(const FaultEntry& fault, const std::string& glob) {
  return glob_match(glob, fault.name) ||
         std::ranges::any_of(fault.clauses,
                             [&](const std::string& clause) { return glob_match(glob, clause); });
}

}  // namespace

SelectedFaults select_faults(const Tree& tree, const FaultSelection& selection) {
  const std::vector<FaultEntry> all =
      fitting(tree.faults, selection.filters, "fault", "faults", fits);
  return {sample_of(all, selection, "faults"), all.size()};
}

}  // namespace mpitcheck
