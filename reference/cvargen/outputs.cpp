// SPDX-License-Identifier: BSD-3-Clause
// Writes the reference page, the plain list of variables, and the dependencies for the build
// system.
#include "reference/cvargen/outputs.hpp"

#include <algorithm>
#include <sstream>

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

/// A text that Markdown shows as it is; line ends stay.
std::string plain(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      const bool last = text.find_first_not_of(" \n", i) == text.npos;
      if (!last) out += text[i + 1] == '\n' || (i > 0 && text[i - 1] == '\n') ? "\n" : "\\\n";
    } else if (std::string_view("\\`*_{}[]<>()#+-!|~&$=").find(c) != std::string_view::npos) {
      out += '\\';
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

/// A text as code in a line or a table.
std::string code(const std::string& text) {
  std::string inside;
  for (const char c : text) inside += c == '`' ? '\'' : c == '\n' ? ' ' : c;
  return inside.empty() ? "(empty)" : "`" + inside + "`";
}

template <class List, class Text>
std::string codes(const List& list, const Text& text) {
  std::string out;
  for (const auto& one : list) out += (out.empty() ? "" : ", ") + code(text(one));
  return out;
}

void write_variable(std::ostream& out, const Variable& variable, const Naming& naming) {
  out << "\n### " << plain(variable.name) << "\n\n"
      << plain(variable.description) << "\n\n"
      << "- Type: " << variable.type_word << "\n";
  if (variable.type == Type::choice) {
    out << "- Values: " << codes(variable.items, [](const Item& item) {
      return item.name + " = " + std::to_string(item.value);
    }) << "\n";
  }
  out << "- Default: " << code(variable.default_word)
      << (variable.device ? ", unless the device has another" : "") << "\n"
      << "- Scope: " << code(variable.scope) << "\n"
      << "- Verbosity: " << code(variable.verbosity) << "\n"
      << "- Environment, the last one wins: "
      << codes(naming.environment_of(variable), [](const std::string& name) { return name; })
      << "\n- Declared in: " << code(variable.place.file) << "\n";
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

std::string markdown_text(const Declarations& declarations, const Naming& naming) {
  std::ostringstream out;
  out << "<!-- Written by cvargen out of comment blocks; changes will be lost. -->\n"
      << "# Control variables\n";
  for (const Category& category : declarations.categories) {
    out << "\n## " << plain(category.name) << "\n\n" << plain(category.description) << "\n";
    for (const Variable& variable : declarations.variables) {
      if (variable.category == category.name) write_variable(out, variable, naming);
    }
  }
  return out.str();
}

}  // namespace mpit::cvargen
