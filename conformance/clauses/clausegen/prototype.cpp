// SPDX-License-Identifier: BSD-3-Clause
// Takes a C prototype apart.
#include "conformance/clauses/clausegen/prototype.hpp"

#include <regex>

namespace mpitcheck::clausegen {

namespace {

/// The names of "type a, type b[]"; nothing if a parameter has none.
std::optional<std::vector<std::string>> names_of(const std::string& parameters) {
  static const std::regex kParameter(R"(\s*[A-Za-z_][\w\s*]*[\s*](\w+)\s*(\[\])?\s*)");
  std::vector<std::string> names;
  std::size_t begin = 0;
  while (begin <= parameters.size()) {
    const std::size_t end = std::min(parameters.find(',', begin), parameters.size());
    const std::string parameter = parameters.substr(begin, end - begin);
    std::smatch match;
    if (!std::regex_match(parameter, match, kParameter)) return std::nullopt;
    names.push_back(match[1]);
    begin = end + 1;
  }
  return names;
}

}  // namespace

std::optional<Prototype> parse_prototype(std::string_view text) {
  static const std::regex kSpace(R"(\s+)");
  static const std::regex kPrototype(R"(([A-Za-z_]\w*) (\w+)\(([^()]*)\);?)");
  const std::string line = std::regex_replace(std::string(text), kSpace, " ");
  std::smatch match;
  if (!std::regex_match(line, match, kPrototype)) return std::nullopt;
  Prototype prototype{match[1], match[2], match[3], {}};
  if (prototype.parameters == "void") return prototype;
  auto names = names_of(prototype.parameters);
  if (!names) return std::nullopt;
  prototype.parameter_names = std::move(*names);
  return prototype;
}

}  // namespace mpitcheck::clausegen
