// SPDX-License-Identifier: BSD-3-Clause
// Finds MPI_T_CVAR_INFO_BLOCK comment blocks in the text of a source file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model.hpp"

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

}  // namespace mpit::cvargen
