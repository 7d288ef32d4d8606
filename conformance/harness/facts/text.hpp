// SPDX-License-Identifier: BSD-3-Clause
// Small text helpers: test programs build with nothing but the standard library and mpi.h.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

inline int length_of(std::string_view text) { return static_cast<int>(text.size()); }

/// The number that all of `text` is; nothing if it is anything else or out of range. For texts that
/// come from a process with the library in it.
template <std::integral T>
std::optional<T> whole_number(std::string_view text) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// With six digits, as an output stream prints it.
std::string plain_text(double number);

/// "0x7f".
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

/// Joins its arguments as an output stream would print them. No stream: each recorded call passes
/// here, and making one takes longer than most calls.
template <class... Parts>
std::string join(const Parts&... parts) {
  std::string out;
  (append_part(out, parts), ...);
  return out;
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
