// SPDX-License-Identifier: BSD-3-Clause
// String literals of C.
#pragma once

#include <string>
#include <string_view>

namespace mpitcheck::evidence {

/// `text` as a string literal of C. Characters other than printable ASCII, and "?", are octal
/// escapes.
std::string c_literal(std::string_view text);

}  // namespace mpitcheck::evidence
