// SPDX-License-Identifier: BSD-3-Clause
// Which of a tree's faults a selftest runs.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/tree.hpp"
#include "ci/mpitcheck/process/error.hpp"

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

/// One of so many of `all`. Throws UserError (nothing selected) if none is left; `kind` is the word
/// for several.
template <class Entry>
std::vector<Entry> sample_of(const std::vector<Entry>& all, const FaultSelection& selection,
                             std::string_view kind) {
  const auto first = static_cast<std::size_t>(selection.offset.value_or((selection.every - 1) / 2));
  std::vector<Entry> sample;
  for (std::size_t i = first; i < all.size(); i += static_cast<std::size_t>(selection.every)) {
    sample.push_back(all[i]);
  }
  if (sample.empty()) {
    throw UserError(fmt::format("one of {} from number {} on leaves none of {} {}", selection.every,
                                first, all.size(), kind),
                    exit_nothing_selected);
  }
  return sample;
}

/// Throws UserError (nothing selected) if no fault is left.
SelectedFaults select_faults(const Tree& tree, const FaultSelection& selection);

}  // namespace mpitcheck
