// SPDX-License-Identifier: BSD-3-Clause
// Texts and numbers as C source writes them.
#pragma once

#include <string>
#include <string_view>

namespace mpitcheck::evidence {

/// `text` as a string literal of C; what is not plain ASCII becomes an octal escape.
std::string c_literal(std::string_view text);

}  // namespace mpitcheck::evidence
