// SPDX-License-Identifier: BSD-3-Clause
// Quoting of text that a target supplied.
#include "conformance/harness/facts/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace mpitcheck {

// The result is that of std::to_chars(), which libstdc++ has for doubles only since version 11.
std::string double_text(double number) {
  constexpr int most_decimals = std::numeric_limits<double>::max_digits10 - 1;
  std::array<char, 40> text{};
  int decimals = 0;
  do {
    std::snprintf(text.data(), text.size(), "%.*e", decimals, number);
  } while (std::strtod(text.data(), nullptr) != number && ++decimals <= most_decimals);
  const std::string scientific = text.data();
  if (!std::isfinite(number)) return scientific;
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  if (std::abs(exponent) > 24) return scientific;  // it has at most 24 characters
  std::snprintf(text.data(), text.size(), "%.*f", std::max(decimals - exponent, 0), number);
  const std::string fixed = text.data();
  return fixed.size() <= scientific.size() ? fixed : scientific;
}

std::string plain_text(double number) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%g", number);
  return text.data();
}

std::string hexadecimal(unsigned long long number) {
  std::array<char, 18> text{'0', 'x'};
  return {text.data(), std::to_chars(text.data() + 2, text.data() + text.size(), number, 16).ptr};
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7e || c == '"' || c == '\\') {
      char escape[5];
      std::snprintf(escape, sizeof escape, "\\x%02x", byte);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string in_single_quotes(char character) {
  const auto byte = static_cast<unsigned char>(character);
  char quoted[8];
  const bool plain = byte >= 0x20 && byte <= 0x7e && byte != '\'' && byte != '\\';
  std::snprintf(quoted, sizeof quoted, plain ? "'%c'" : "'\\%03o'", byte);
  return quoted;
}

std::string double_literal(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  std::string literal = text;
  if (literal.find_first_of(".e") == std::string::npos) literal += ".0";
  return literal;
}

}  // namespace mpitcheck
