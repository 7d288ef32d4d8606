// SPDX-License-Identifier: BSD-3-Clause
// Values of variables in a trace: "MPI_INT:{1, 2}", "MPI_CHAR:\"text\"".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::evidence {

/// Of a value with many elements only the first are compared.
inline constexpr std::size_t elements_compared = 16;

struct Values {
  std::string datatype;               ///< empty: the text is no value
  std::vector<std::string> elements;  ///< for all but MPI_CHAR
  std::string text;                   ///< for MPI_CHAR: a string literal
  bool unterminated = false, overrun = false;

  /// True if what lies behind a text matters.
  [[nodiscard]] bool odd() const { return unterminated || overrun; }
  /// "1, 2"
  [[nodiscard]] std::string list() const;
};

/// Reads a value, a list without a datatype or a text.
Values parse_values(std::string_view text);

}  // namespace mpitcheck::evidence
