// SPDX-License-Identifier: BSD-3-Clause
// Which of a tree's faults a selftest runs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tree.hpp"

namespace mpitcheck {

struct FaultSelection {
  std::vector<std::string> filters;  ///< globs over faults and clauses; empty: all
  int every = 1;                     ///< of these one of so many
  std::optional<int> offset;         ///< the first of them, from 0; by default the middle one
};

struct SelectedFaults {
  std::vector<FaultEntry> faults;
  std::size_t fitting;  ///< as many fit the filters
};

/// Throws UserError (nothing selected) if no fault is left.
SelectedFaults select_faults(const Tree& tree, const FaultSelection& selection);

}  // namespace mpitcheck
