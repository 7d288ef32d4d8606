// SPDX-License-Identifier: BSD-3-Clause
// Filters and samples of faults.
#include "fault_selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "error.hpp"
#include "selftest_filter.hpp"
#include "words.hpp"

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
  SelectedFaults selected{{}, all.size()};
  const auto first = static_cast<std::size_t>(selection.offset.value_or((selection.every - 1) / 2));
  for (std::size_t i = first; i < all.size(); i += static_cast<std::size_t>(selection.every)) {
    selected.faults.push_back(all[i]);
  }
  if (selected.faults.empty()) {
    throw UserError(fmt::format("one of {} from number {} on leaves none of {} faults",
                                selection.every, first, all.size()),
                    exit_nothing_selected);
  }
  return selected;
}

}  // namespace mpitcheck
