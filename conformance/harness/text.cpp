// SPDX-License-Identifier: BSD-3-Clause
// Quoting of text that a target supplied.
#include "harness/text.hpp"

#include <cstdio>

namespace mpitcheck {

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

}  // namespace mpitcheck
