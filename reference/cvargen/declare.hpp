// SPDX-License-Identifier: BSD-3-Clause
// Turns the entries of blocks into categories and control variables, and checks them.
#pragma once

#include "reference/cvargen/block.hpp"
#include "reference/cvargen/model.hpp"

namespace mpit::cvargen {

struct Rules {
  /// A string's characters, the null included.
  int string_length = 384;
  /// Whether a category may lack its entry: yes if a block could not be read.
  bool unknown_categories = false;
};

/// What all entries declare. Reports missing fields, unknown words, bad defaults, duplicates,
/// unknown categories; an entry with an error of its own is left out.
Declarations declare(const Entries& entries, const Rules& rules, Diagnostics& diagnostics);

}  // namespace mpit::cvargen
