// SPDX-License-Identifier: BSD-3-Clause
// Escapes of string literals.
#include "conformance/evidence/c_literal.hpp"

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

}  // namespace mpitcheck::evidence
