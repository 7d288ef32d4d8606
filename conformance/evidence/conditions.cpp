// SPDX-License-Identifier: BSD-3-Clause
// Terms as C expressions over the variables that a call has just filled.
#include <cstdlib>

#include "evidence/c_types.hpp"
#include "evidence/statements.hpp"
#include "evidence/values.hpp"

namespace mpitcheck::evidence {
namespace {

std::string operator_of(Term::Op op) {
  switch (op) {
    case Term::Op::equal:
      return " == ";
    case Term::Op::differs:
      return " != ";
    case Term::Op::less:
      return " < ";
    case Term::Op::greater:
      return " > ";
  }
  return "";
}

// "a && b", or its opposite.
std::string all_of(const std::vector<std::string>& parts, bool negated) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " && ") + part;
  if (text.empty()) text = "1";
  return negated ? "!(" + text + ")" : text;
}

// `array` starts with the elements.
std::vector<std::string> equal_elements(const std::string& array, const Values& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.elements.size() && i < elements_compared; ++i) {
    parts.push_back(array + "[" + std::to_string(i) + "] == " + values.elements[i]);
  }
  return parts;
}

}  // namespace

std::string Statements::answer(const Term& term) const {
  if (term.parameter == code_of_call) return "code";
  const Call& call = plot_.calls[term.call];
  const auto at = static_cast<std::size_t>(term.parameter);
  const Parameter& parameter = prototype(call.function)->parameters[at];
  const Values values = parse_values(call.answers[at]);
  if (!values.datatype.empty() && values.text.empty()) {
    return "((" + c_type(values.datatype) + " *)value)[0]";
  }
  if (parameter.type.starts_with("MPI_") && parameter.type.ends_with("*")) {
    const auto made = variables_.find({term.call, at});
    if (made != variables_.end()) return made->second;
    if (call.function.ends_with("_free")) return "gone_" + variable_name(parameter.type);
    if (is_opaque(parameter.type)) return "some_" + variable_name(parameter.type);
  }
  return std::string(parameter.name);
}

std::string Statements::condition(const Term& term) const {
  const std::string left = answer(term);
  if (term.earlier) {
    const auto kept = variables_.find({*term.earlier, static_cast<std::size_t>(term.parameter)});
    return left + operator_of(term.op) + (kept == variables_.end() ? "earlier" : kept->second);
  }
  const bool negated = term.op == Term::Op::differs;
  const Values values = parse_values(term.value);
  const bool whole = term.op == Term::Op::equal || negated;
  if (term.parameter < 0 || !whole || (values.elements.empty() && values.text.empty())) {
    if (term.value == "{}" || term.value.ends_with(":{}")) return "1";
    return left + operator_of(term.op) + term.value;
  }
  if (values.text.empty()) {
    const std::string type = c_type(values.datatype);
    const std::string array = type.empty() ? left : "((" + type + " *)value)";
    return all_of(equal_elements(array, values), negated);
  }
  const std::string place = values.datatype.empty() ? left : "(char *)value";
  return all_of({"strcmp(" + place + ", " + values.text + ") == 0"}, negated);
}

Lines Statements::keep(const Term& term) {
  if (variables_.contains({term.call, static_cast<std::size_t>(term.parameter)})) return {};
  const Values values =
      parse_values(plot_.calls[term.call].answers[static_cast<std::size_t>(term.parameter)]);
  const bool real = values.datatype == "MPI_DOUBLE" || values.datatype == "MPI_FLOAT";
  declare(real ? "double" : "long long", "earlier");
  return {"earlier = " + answer(term) + ";"};
}

}  // namespace mpitcheck::evidence
