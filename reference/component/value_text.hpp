// SPDX-License-Identifier: BSD-3-Clause
// Values of control variables as text: defaults in comment blocks, and environment variables.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <locale>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "reference/component/range.hpp"

namespace mpit {

/// Parses the whole text as a decimal number. Nothing if it is malformed, out of range or infinite.
template <class T>
std::optional<T> number_in(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  T value{};
  const char* const end = text.data() + text.size();
  if constexpr (requires { std::from_chars(end, end, value); }) {
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
  } else {  // floating-point numbers, with libc++ before 20
    if (text.find_first_of("xX") != text.npos || text.starts_with('+')) return std::nullopt;
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    if (!(stream >> std::noskipws >> value) || !stream.eof()) return std::nullopt;
  }
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return value;
}

/// Parses true, t, yes, y, on, 1 or an opposite, in upper or lower case. Nothing for other texts.
inline std::optional<bool> boolean_in(std::string_view text) {
  constexpr std::array<std::string_view, 6> yes = {"true", "t", "yes", "y", "on", "1"};
  constexpr std::array<std::string_view, 6> no = {"false", "f", "no", "n", "off", "0"};
  const auto is_text = [text](std::string_view word) {
    return std::ranges::equal(text, word, [](char given, char lower) {
      return given == lower || (given >= 'A' && given <= 'Z' && given - 'A' + 'a' == lower);
    });
  };
  if (std::ranges::any_of(yes, is_text)) return true;
  if (std::ranges::any_of(no, is_text)) return false;
  return std::nullopt;
}

/// Parses "low:high". Nothing if it is malformed, or if low is above high.
inline std::optional<Range> range_in(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return std::nullopt;
  const std::optional<int> low = number_in<int>(text.substr(0, colon));
  const std::optional<int> high = number_in<int>(text.substr(colon + 1));
  if (!low || !high || *low > *high) return std::nullopt;
  return Range{*low, *high};
}

}  // namespace mpit
