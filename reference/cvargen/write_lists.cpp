// SPDX-License-Identifier: BSD-3-Clause
// Writes the plain list of variables and the dependencies for the build system.
#include <algorithm>
#include <sstream>

#include "outputs.hpp"

namespace mpit::cvargen {
namespace {

std::string in_one_field(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

/// A path as make wants it.
std::string escaped(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ' || c == '#' || c == '\\') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

}  // namespace

std::string list_text(const Declarations& declarations) {
  std::ostringstream out;
  for (const Variable& variable : declarations.variables) {
    out << variable.name << "\t" << variable.type_word << "\t" << variable.verbosity << "\t"
        << variable.scope << "\t" << in_one_field(variable.category) << "\t"
        << in_one_field(variable.default_word) << "\t" << variable.place.file << ":"
        << variable.place.line << "\n";
  }
  return out.str();
}

std::string depfile_text(const std::filesystem::path& target,
                         const std::vector<std::filesystem::path>& inputs) {
  std::ostringstream out;
  out << escaped(target.string()) << ":";
  for (const std::filesystem::path& input : inputs) out << " \\\n  " << escaped(input.string());
  out << "\n";
  return out.str();
}

}  // namespace mpit::cvargen
