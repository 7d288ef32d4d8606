// SPDX-License-Identifier: BSD-3-Clause
// Makes bytes that stem from a target fit for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mpitcheck {

/// Length of the well-formed UTF-8 sequence at the front of `text`, 0 if there is none.
/// `code_point`, if given, receives its value.
std::size_t utf8_length(std::string_view text, char32_t* code_point = nullptr);

/// One line: newline, tab and carriage return become \n \t \r; other control characters, invalid
/// UTF-8 (bytewise) and characters that reorder or hide text become \xNN or \u{NNNN}.
std::string escape_line(std::string_view text);

/// Like escape_line, but newlines stay and each line is preceded by `indent`.
std::string escape_block(std::string_view text, std::string_view indent);

/// escape_line of at most `most` bytes of `text`.
std::string tidy(std::string_view text, std::size_t most = 240);

/// `text` cut to at most `most` bytes at a character's boundary, with "..." if anything was cut.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace mpitcheck
