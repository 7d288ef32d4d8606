// SPDX-License-Identifier: BSD-3-Clause
// Small text helpers: test programs build with nothing but the standard library and mpi.h.
#pragma once

#include <concepts>
#include <sstream>
#include <string>
#include <string_view>

namespace mpitcheck {

/// Joins its arguments as an output stream would print them.
template <class... Parts>
std::string join(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

/// `text` in double quotes; control characters, quotes and bytes above 126 become \xNN.
std::string in_quotes(std::string_view text);

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
