// SPDX-License-Identifier: BSD-3-Clause
// Escaping of untrusted bytes for a terminal.
#include "ci/mpitcheck/process/escape.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace mpitcheck {
namespace {

unsigned char byte_at(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

/// C1 controls, bidirectional overrides and isolates, zero-width characters, separators, byte order
/// mark.
bool is_deceptive(char32_t c) {
  return (c >= 0x80 && c < 0xa0) || c == 0xad || c == 0x61c || (c >= 0x200b && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
         (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe007f);
}

void append_escaped(std::string& out, std::string_view& text) {
  const unsigned char first = byte_at(text, 0);
  char32_t code_point = 0;
  const std::size_t length = utf8_length(text, &code_point);
  if (first == '\n') {
    out += "\\n";
  } else if (first == '\t') {
    out += "\\t";
  } else if (first == '\r') {
    out += "\\r";
  } else if (first < 0x20 || first == 0x7f || length == 0) {
    out += fmt::format("\\x{:02x}", first);
  } else if (is_deceptive(code_point)) {
    out += fmt::format("\\u{{{:04x}}}", static_cast<unsigned>(code_point));
  } else {
    out += text.substr(0, length);
  }
  text.remove_prefix(length == 0 ? 1 : length);
}

}  // namespace

std::size_t utf8_length(std::string_view text, char32_t* code_point) {
  if (text.empty()) return 0;
  const unsigned char first = byte_at(text, 0);
  std::size_t length = 0;
  char32_t value = 0;
  if (first < 0x80) {
    length = 1;
    value = first;
  } else if (first >= 0xc2 && first < 0xe0) {
    length = 2;
    value = first & 0x1fU;
  } else if (first >= 0xe0 && first < 0xf0) {
    length = 3;
    value = first & 0x0fU;
  } else if (first >= 0xf0 && first < 0xf5) {
    length = 4;
    value = first & 0x07U;
  }
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned char byte = byte_at(text, i);
    if ((byte & 0xc0U) != 0x80) return 0;
    value = (value << 6U) | (byte & 0x3fU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  if (overlong || surrogate || value > 0x10ffff) return 0;
  if (code_point != nullptr) *code_point = value;
  return length;
}

std::string escape_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) append_escaped(out, text);
  return out;
}

std::string escape_block(std::string_view text, std::string_view indent) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    out += indent;
    out += escape_line(line);
    out += '\n';
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return out;
}

std::string tidy(std::string_view text, std::size_t most) {
  return escape_line(shortened(text, most));
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most > 3 ? most - 3 : 0;
  while (end > 0 && (byte_at(text, end) & 0xc0U) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace mpitcheck
