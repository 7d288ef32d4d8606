// SPDX-License-Identifier: BSD-3-Clause
// Hostile text inside GitHub-flavoured Markdown.
#pragma once

#include <string>
#include <string_view>

#include "report/text.hpp"

namespace mpitcheck::report {

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
