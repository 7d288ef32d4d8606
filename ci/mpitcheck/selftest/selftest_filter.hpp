// SPDX-License-Identifier: BSD-3-Clause
// What `mpitcheck selftest` runs of the variants or faults that a tree offers.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {

/// The entries that fits(entry, glob) for one of the globs; all if there are no globs. Throws
/// UserError (nothing selected) if a glob fits none; `kind` is the word for one entry, `program` of
/// the tree lists them.
template <class Entry, class Fits>
std::vector<Entry> fitting(std::vector<Entry> entries, const std::vector<std::string>& globs,
                           std::string_view kind, std::string_view program, const Fits& fits) {
  for (const std::string& glob : globs) {
    if (std::none_of(entries.begin(), entries.end(),
                     [&](const Entry& entry) { return fits(entry, glob); })) {
      throw UserError(
          fmt::format("no {} fits '{}': the tree's bin/{} lists them", kind, glob, program),
          exit_nothing_selected);
    }
  }
  std::erase_if(entries, [&](const Entry& entry) {
    return !globs.empty() && std::none_of(globs.begin(), globs.end(), [&](const std::string& glob) {
      return fits(entry, glob);
    });
  });
  return entries;
}

}  // namespace mpitcheck
