// SPDX-License-Identifier: BSD-3-Clause
// Parses the prototypes from the text of the generated tables.
#include "conformance/evidence/prototypes.hpp"

#include <map>
#include <string>
#include <utility>

namespace mpitcheck::evidence {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// "int indices[]" is of type "int []".
Parameter parse_parameter(std::string_view text) {
  text = trimmed(text);
  const bool array = text.ends_with("[]");
  if (array) text.remove_suffix(2);
  const std::size_t name = text.find_last_of(" *") + 1;
  const std::string_view type = trimmed(text.substr(0, name));
  if (!array) return {type, text.substr(name)};
  static std::map<std::string_view, std::string> arrays;
  return {arrays.try_emplace(type, std::string(type) + " []").first->second, text.substr(name)};
}

Prototype parse(std::string_view function, std::string_view parameters) {
  Prototype result{function, {}};
  parameters = parameters.substr(1, parameters.size() - 2);
  if (parameters.empty() || parameters == "void") return result;
  while (true) {
    const std::size_t comma = parameters.find(',');
    result.parameters.push_back(parse_parameter(parameters.substr(0, comma)));
    if (comma == std::string_view::npos) return result;
    parameters.remove_prefix(comma + 1);
  }
}

std::map<std::string_view, Prototype> all() {
  std::map<std::string_view, Prototype> table;
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  table.emplace(#name, parse(#name, #parameters));
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
#define MPITCHECK_MPI_CALL(name, parameters, arguments) \
  table.emplace(#name, parse(#name, #parameters));
#define MPITCHECK_CALLBACK MPITCHECK_MPI_CALL
#include "mpitcheck/recorded.inc"
#undef MPITCHECK_MPI_CALL
#undef MPITCHECK_CALLBACK
  return table;
}

}  // namespace

int Prototype::find(std::string_view name) const {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

const Prototype* prototype(std::string_view function) {
  static const auto* const table =
      new std::map(all());  // never destroyed, because calls are recorded until the process ends
  const auto found = table->find(function);
  return found == table->end() ? nullptr : &found->second;
}

int length_of(const Prototype& of, int i) {
  const Parameter& parameter = of.parameters[static_cast<std::size_t>(i)];
  if (parameter.type == "char *") return of.find(std::string(parameter.name) + "_len");
  if (parameter.name.starts_with("array_of_")) return of.find("num_elements");
  if (parameter.name == "indices") return of.find("len");
  if (parameter.name == "requests") return of.find("count");
  return -1;
}

}  // namespace mpitcheck::evidence
