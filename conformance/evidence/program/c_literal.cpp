// SPDX-License-Identifier: BSD-3-Clause
// Literals.
#include "conformance/evidence/program/c_literal.hpp"

#include <cstdio>

namespace mpitcheck::evidence {

std::string c_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c >= ' ' && c <= '~' && c != '?') {  // a '?' could begin a trigraph
      out += c;
    } else {
      char escape[5];
      std::snprintf(escape, sizeof escape, "\\%03o",
                    static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += escape;
    }
  }
  return out + '"';
}

std::string literal_text(std::string_view literal) {
  std::string text;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\') {
      text += literal[i];
    } else if (literal[i + 1] == '"' || literal[i + 1] == '\\') {
      text += literal[++i];
    } else {
      int value = 0;
      for (const char digit : literal.substr(i + 1, 3)) value = value * 8 + (digit - '0');
      text += static_cast<char>(value);
      i += 3;
    }
  }
  return text;
}

}  // namespace mpitcheck::evidence
