// SPDX-License-Identifier: BSD-3-Clause
// Names that the output gives: members, macros, environment variables.
#include "reference/cvargen/naming.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "reference/cvargen/fields.hpp"

namespace mpit::cvargen {
namespace {

/// Keywords of C++20, and what the C library defines as macros.
const std::set<std::string> reserved = {"alignas",
                                        "alignof",
                                        "and",
                                        "and_eq",
                                        "asm",
                                        "assert",
                                        "auto",
                                        "bitand",
                                        "bitor",
                                        "bool",
                                        "break",
                                        "case",
                                        "catch",
                                        "char",
                                        "char8_t",
                                        "char16_t",
                                        "char32_t",
                                        "class",
                                        "co_await",
                                        "co_return",
                                        "co_yield",
                                        "compl",
                                        "concept",
                                        "const",
                                        "const_cast",
                                        "consteval",
                                        "constexpr",
                                        "constinit",
                                        "continue",
                                        "decltype",
                                        "default",
                                        "delete",
                                        "do",
                                        "double",
                                        "dynamic_cast",
                                        "else",
                                        "enum",
                                        "errno",
                                        "explicit",
                                        "export",
                                        "extern",
                                        "false",
                                        "float",
                                        "for",
                                        "friend",
                                        "goto",
                                        "if",
                                        "inline",
                                        "int",
                                        "linux",
                                        "long",
                                        "mutable",
                                        "namespace",
                                        "new",
                                        "noexcept",
                                        "not",
                                        "not_eq",
                                        "nullptr",
                                        "operator",
                                        "or",
                                        "or_eq",
                                        "private",
                                        "protected",
                                        "public",
                                        "register",
                                        "reinterpret_cast",
                                        "requires",
                                        "return",
                                        "short",
                                        "signed",
                                        "sizeof",
                                        "static",
                                        "static_assert",
                                        "static_cast",
                                        "stderr",
                                        "stdin",
                                        "stdout",
                                        "struct",
                                        "switch",
                                        "template",
                                        "this",
                                        "thread_local",
                                        "throw",
                                        "true",
                                        "try",
                                        "typedef",
                                        "typeid",
                                        "typename",
                                        "union",
                                        "unix",
                                        "unsigned",
                                        "using",
                                        "virtual",
                                        "void",
                                        "volatile",
                                        "wchar_t",
                                        "while",
                                        "xor",
                                        "xor_eq",
                                        "NULL",
                                        "EOF",
                                        "INFINITY",
                                        "NAN"};

std::string in_case(std::string text, char first, char to_first) {
  for (char& c : text) {
    if (c >= first && c < first + 26) c = static_cast<char>(c - first + to_first);
  }
  return text;
}

}  // namespace

std::string identifier(const std::string& word) {
  const bool digit = !word.empty() && word.front() >= '0' && word.front() <= '9';
  if (digit) return "v" + word;
  return reserved.contains(word) ? word + "_" : word;
}

std::string Naming::short_name(const std::string& name) const {
  if (!name.starts_with(prefix)) return name;
  const std::string rest = name.substr(prefix.size());
  return is_identifier(rest) ? rest : name;
}

std::string Naming::member(const Variable& variable) const {
  return identifier(in_case(short_name(variable.name), 'A', 'a'));
}

std::string Naming::device_macro(const Variable& variable) const {
  return device + in_case(short_name(variable.name), 'a', 'A');
}

std::vector<std::string> Naming::environment_of(const Variable& variable) const {
  std::vector<std::string> names;
  const auto add = [&](const std::string& begin, const std::string& name) {
    names.push_back(begin + in_case(short_name(name), 'a', 'A'));
  };
  for (const std::string& begin : environment) {
    for (const std::string& name : variable.alternatives) add(begin, name);
  }
  for (const std::string& begin : environment) add(begin, variable.name);
  return names;
}

void check_members(const Declarations& declarations, const Naming& naming,
                   Diagnostics& diagnostics) {
  std::map<std::string, const Variable*> members;
  for (const Variable& variable : declarations.variables) {
    const auto [known, added] = members.emplace(naming.member(variable), &variable);
    if (added) continue;
    diagnostics.push_back({variable.place, "'" + variable.name + "' and '" + known->second->name +
                                               "' would both become the member '" + known->first +
                                               "'"});
  }
}

}  // namespace mpit::cvargen
