// SPDX-License-Identifier: BSD-3-Clause
// Reads the YAML of a block into entries: keys and texts, not yet their meaning.
#pragma once

#include <string>
#include <vector>

#include "block.hpp"
#include "model.hpp"

namespace mpit::cvargen {

struct Entries {
  std::vector<Entry> categories;
  std::vector<Entry> cvars;
};

/// Adds the entries of `block` to `entries`. Reports YAML that cannot be read (nothing of the block
/// is added then: false), what is no list of mappings, keys that stand twice and, as warnings,
/// unknown keys.
bool read_entries(const std::string& file, const Block& block, Entries& entries,
                  Diagnostics& diagnostics);

}  // namespace mpit::cvargen
