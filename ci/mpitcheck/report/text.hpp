// SPDX-License-Identifier: BSD-3-Clause
// Making bytes that a target produced fit to print, inside GitHub-flavoured Markdown too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck::report {

/// What becomes of line feeds and tabs: "↵" and a space, or kept.
enum class Lines { show, keep };

/// Valid UTF-8 in which nothing is invisible: malformed sequences become U+FFFD; control characters
/// and what hides or reorders text (bidirectional controls, zero-width characters, U+2028, U+2029,
/// non-characters) become their number, e.g. "⟨U+202E⟩". What remains is legal in XML 1.0.
std::string visible(std::string_view bytes, Lines lines = Lines::show);

/// At most `limit` bytes of `text`, cut between two characters, with "…" where something was cut.
std::string shortened(std::string_view text, std::size_t limit);

/// The first line of `text`, without its end.
std::string_view first_line(std::string_view text);

/// Stacks as plain text, a heading and a line per frame each; empty if there are none.
std::string stacks_text(const std::vector<ThreadStack>& stacks);

/// One line of plain text in which nothing is markup, a mention, an autolink or the end of a table
/// cell. Not for the start of a line.
std::string markdown(std::string_view bytes);

/// One line as a code span, "—" if empty. Not for table cells: there a pipe ends the cell even in
/// code.
std::string markdown_code(std::string_view bytes);

/// One line, or with Lines::keep several, as a fenced block of `language` that ends its line.
std::string markdown_block(std::string_view bytes, std::string_view language,
                           Lines lines = Lines::show);

}  // namespace mpitcheck::report
