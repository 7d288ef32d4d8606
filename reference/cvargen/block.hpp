// SPDX-License-Identifier: BSD-3-Clause
// Finds MPI_T_CVAR_INFO_BLOCK comment blocks in the text of a source file, and reads their YAML
// into entries: keys and texts, not yet their meaning.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/cvargen/model.hpp"

namespace mpit::cvargen {

/// What separates words within a line.
inline constexpr std::string_view blanks = " \t\r\f\v";

/// The YAML between a BEGIN and an END line.
struct Block {
  int line = 0;      ///< of the first line of `text`
  std::string text;  ///< with the comment's own signs (`*`, `//`, `#`, `!`) blanked out
};

/// The blocks of a file, also those of a file that has too many. Reports a second block, a missing
/// END and a missing BEGIN. A marker is a line that holds nothing else but signs of a comment.
std::vector<Block> find_blocks(const std::string& file, std::string_view text,
                               Diagnostics& diagnostics);

/// The line, from 0, in which `text` goes on after its first document; nothing if it ends there.
/// Throws YAML::Exception. (YAML::LoadAll of yaml-cpp 0.7 does not end if a document ends early.)
std::optional<int> line_after_document(const std::string& text);

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
