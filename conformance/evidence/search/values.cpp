// SPDX-License-Identifier: BSD-3-Clause
// Values.
#include "conformance/evidence/search/values.hpp"

namespace mpitcheck::evidence {

std::string Values::list() const {
  std::string list;
  for (const std::string& element : elements) list += (list.empty() ? "" : ", ") + element;
  return list;
}

Values parse_values(std::string_view text) {
  Values values;
  const std::size_t start = text.find_first_of("{\"");
  const std::size_t end = text.find_last_of("}\"");
  if (start == std::string_view::npos || end <= start) return values;
  if (start > 0) values.datatype = text.substr(0, start - 1);
  values.unterminated = text.substr(end).find("unterminated") != std::string_view::npos;
  values.overrun = text.substr(end).find("overrun") != std::string_view::npos;
  if (text[start] == '"') {
    values.text = text.substr(start, end - start + 1);
    return values;
  }
  std::string_view rest = text.substr(start + 1, end - start - 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(", ");
    values.elements.emplace_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 2);
  }
  return values;
}

}  // namespace mpitcheck::evidence
