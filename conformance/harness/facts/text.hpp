// SPDX-License-Identifier: BSD-3-Clause
// Small helpers for texts, which need only the standard library. All are thread-safe.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

inline int length_of(std::string_view text) { return static_cast<int>(text.size()); }

/// The number in `text`. Nothing if it has other characters or the number is out of range. For
/// untrusted texts, such as those of a process with the library.
template <std::integral T>
std::optional<T> whole_number(std::string_view text) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// The number as an output stream prints it, with six digits.
std::string plain_text(double number);

/// For example "0x7f".
std::string hexadecimal(unsigned long long number);

template <class Part>
void append_part(std::string& out, const Part& part) {
  if constexpr (std::convertible_to<const Part&, std::string_view>) {
    out += std::string_view(part);
  } else if constexpr (std::same_as<Part, char>) {
    out += part;
  } else if constexpr (std::floating_point<Part>) {
    out += plain_text(static_cast<double>(part));
  } else if constexpr (requires { part.text(); }) {
    out += part.text();
  } else {
    out += std::to_string(part);
  }
}

/// Joins its arguments as an output stream prints them. Every recorded call uses it, and a stream
/// would cost too much.
template <class... Parts>
std::string join(const Parts&... parts) {
  std::string out;
  (append_part(out, parts), ...);
  return out;
}

/// The shortest text that reads back as the same number: "3", "0.1", "1e+300".
std::string double_text(double number);

/// `text` in double quotes; control characters, quotes and bytes above 126 become \xNN.
std::string in_quotes(std::string_view text);

/// A character in C syntax: 'x', or '\ooo' in octal.
std::string in_single_quotes(char character);

/// The number with all its digits, in C syntax.
std::string double_literal(double value);

/// The subject of a check; called only on failure.
using Subject = FunctionRef<std::string()>;

/// A text, or a function that makes one; called only on failure.
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
