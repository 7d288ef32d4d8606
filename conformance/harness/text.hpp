// SPDX-License-Identifier: BSD-3-Clause
// Small text helpers: test programs build with nothing but the standard library and mpi.h.
#pragma once

#include <concepts>
#include <sstream>
#include <string>
#include <string_view>

#include "harness/function_ref.hpp"

namespace mpitcheck {

inline int length_of(std::string_view text) { return static_cast<int>(text.size()); }

/// Joins its arguments as an output stream would print them.
template <class... Parts>
std::string join(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

/// A number such that it reads back the same: "3", "0.1", "1e+300".
std::string double_text(double number);

/// `text` in double quotes; control characters, quotes and bytes above 126 become \xNN.
std::string in_quotes(std::string_view text);

/// The same for one character, as C writes it: 'x', or '\ooo' in octal.
std::string in_single_quotes(char character);

/// With all its digits, as C writes it.
std::string double_literal(double value);

/// What a check is about; asked only on failure.
using Subject = FunctionRef<std::string()>;

/// A text, or something that makes one when asked: what a check prints only on failure.
template <class T>
std::string to_text(const T& value) {
  if constexpr (std::invocable<const T&>) {
    return to_text(value());
  } else if constexpr (requires { value.label(); }) {
    return value.label();
  } else {
    return std::string(value);
  }
}

}  // namespace mpitcheck
