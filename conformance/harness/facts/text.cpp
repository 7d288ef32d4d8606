// SPDX-License-Identifier: BSD-3-Clause
// Quoting of text that a target supplied.
#include "conformance/harness/facts/text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace mpitcheck {

std::string double_text(double number) {
  std::array<char, 40> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end};
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
