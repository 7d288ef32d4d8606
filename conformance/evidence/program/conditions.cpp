// SPDX-License-Identifier: BSD-3-Clause
// Terms as C expressions over the variables that a call has just filled.
#include <algorithm>
#include <cstdlib>

#include "conformance/evidence/program/c_types.hpp"
#include "conformance/evidence/program/statements.hpp"
#include "conformance/evidence/search/values.hpp"

namespace mpitcheck::evidence {
namespace {

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
    case Term::Op::at_least:
      return " >= ";
    case Term::Op::at_most:
      return " <= ";
  }
  return "";
}

std::string Statements::answer(const Place& place) const {
  if (place.output.parameter == times_called) return "calls";
  if (place.output.parameter == times_others_called) return "others";
  const Output& output = place.output;
  std::string text = whole_answer(place);
  if (output.length) text = "(int)strlen(" + text + ")";
  if (output.extent) {
    asks_for_extents_ = true;
    const std::string array = text.starts_with("((") ? "value" : text;  // one for all datatypes
    text = "extent(" + array + ", sizeof " + array + ", sizeof " + text +
           (text.ends_with("[0]") ? ")" : "[0])");
  }
  if (output.offset != 0) {
    text += (output.offset < 0 ? " - " : " + ") + std::to_string(std::abs(output.offset));
  }
  return text;
}

std::string Statements::whole_answer(const Place& place) const {
  if (place.output.parameter == code_of_call) return "code";
  const Call& call = plot_.calls[place.call];
  const auto at = static_cast<std::size_t>(place.output.parameter);
  if (goes_in(call, place.output.parameter)) return written_.at({place.call, at});
  const Parameter& parameter = prototype(call.function)->parameters[at];
  const Values values = parse_values(call.answers[at]);
  const std::string element =
      place.output.element < 0 ? "" : "[" + std::to_string(place.output.element) + "]";
  if (!values.datatype.empty()) {
    if (!values.text.empty()) return "((char *)value)" + element;
    return "((" + c_type(values.datatype) + " *)value)" + (element.empty() ? "[0]" : element);
  }
  if (parameter.type.starts_with("MPI_") && parameter.type.ends_with("*")) {
    const auto made = variables_.find({place.call, at});
    if (made != variables_.end()) return made->second;
    if (call.function.ends_with("_free")) return "gone_" + variable_name(parameter.type);
    if (is_opaque(parameter.type)) return "some_" + variable_name(parameter.type);
  }
  return std::string(parameter.name) + element;
}

// Texts and lists, which are compared as a whole; the C expression of where they lie.
std::optional<Statements::Whole> Statements::whole(const Place& place) const {
  const Output& output = place.output;
  if (output.parameter == code_of_call || output.element >= 0 || output.length || output.extent)
    return std::nullopt;
  const Call& call = plot_.calls[place.call];
  const Values values = parse_values(*told(call, output));
  if (!values.text.empty()) return Whole{true, answer(place), 0};
  // A value of one element is compared as a number.
  if (values.elements.size() < (values.datatype.empty() ? 1U : 2U)) return std::nullopt;
  const std::string type = c_type(values.datatype);
  return Whole{false, type.empty() ? answer(place) : "((" + type + " *)value)",
               values.elements.size()};
}

// What a call told, where the check is made.
std::string Statements::told_then(const Place& place) const {
  if (place.call == check_.judged || goes_in(plot_.calls[place.call], place.output.parameter)) {
    return answer(place);
  }
  const auto kept = kept_.find({place.call, place.output.parameter});
  return kept == kept_.end()
             ? variables_.at({place.call, static_cast<std::size_t>(place.output.parameter)})
             : kept->second;
}

std::string Statements::compared(const Term& term) const {
  const Place& first = term.others[0].place;
  const std::string left = told_then(term.place), right = told_then(first);
  const auto list = whole(first);
  if (list && list->is_text) {
    return "strcmp(" + left + ", " + right + ")" + operator_of(term.op) + "0";
  }
  if (list && (term.op == Term::Op::equal || term.op == Term::Op::differs)) {
    const auto place = [&](const Place& of) {
      const auto here = whole(of);
      return here && of.call == check_.judged ? here->place : told_then(of);
    };
    const std::string where = place(term.place), there = place(first);
    const std::string& element = first.call == check_.judged ? there : where;
    return "memcmp(" + where + ", " + there + ", " + std::to_string(list->elements) + " * sizeof " +
           element + "[0])" + operator_of(term.op) + "0";
  }
  std::string sum;
  for (const Addend& addend : term.others) {
    const std::string sign = addend.minus ? "-" : sum.empty() ? "" : "+";
    sum += (sum.empty() ? sign : " " + sign + " ") + told_then(addend.place);
  }
  if (!term.slack.empty()) sum += " " + term.slack.substr(0, 1) + " " + term.slack.substr(1);
  return left + operator_of(term.op) + sum;
}

std::string Statements::condition(const Term& term) const {
  const Place& place = term.place;
  if (term.counts()) return answer(place) + operator_of(term.op) + term.value;
  const Call& judged = plot_.calls[place.call];
  // It is the function that was called, though another one should be.
  if (is_callback(judged.function) &&
      place.output.parameter + 1 == static_cast<int>(judged.arguments.size())) {
    return "1";
  }
  if (term.other() != nullptr) return compared(term);
  const std::string left = told_then(place);
  const bool negated = term.op == Term::Op::differs;
  const bool is_whole = term.op == Term::Op::equal || negated;
  const Values values = parse_values(term.value);
  const Output& output = place.output;
  if (output.parameter == code_of_call || output.element >= 0 || output.extent || !is_whole ||
      (values.elements.empty() && values.text.empty())) {
    if (term.value == "{}" || term.value.ends_with(":{}")) return "1";
    return left + operator_of(term.op) + term.value;
  }
  if (values.text.empty()) {
    const auto list = whole(place);
    return all_of(equal_elements(list ? list->place : left, values), negated);
  }
  return all_of({"strcmp(" + left + ", " + values.text + ") == 0"}, negated);
}

Lines Statements::keep(const Place& place) {
  const Call& call = plot_.calls[place.call];
  const std::pair at{place.call, place.output.parameter};
  if (goes_in(call, place.output.parameter) || kept_.contains(at)) return {};
  std::string datatype;
  std::string_view type;
  if (place.output.parameter != code_of_call) {
    const auto parameter = static_cast<std::size_t>(place.output.parameter);
    type = prototype(call.function)->parameters[parameter].type;
    if (variables_.contains({place.call, parameter})) return {};
    datatype = parse_values(call.answers[parameter]).datatype;
  }
  const std::string name = "earlier" + (kept_.empty() ? "" : std::to_string(kept_.size() + 1));
  kept_[at] = name;
  if (const auto list = whole(place)) {
    if (list->is_text) {
      // Another library may have more to say there.
      const auto buffer = arrays_.find(list->place);
      const std::size_t size = told(call, place.output)->size();
      reserve("char", name,
              buffer != arrays_.end()
                  ? buffer->second.second
                  : std::max<std::size_t>(size, room_for_any_text) + spare_bytes);
      return {"snprintf(" + name + ", sizeof " + name + ", \"%s\", " + list->place + ");"};
    }
    reserve("long long", name, list->elements);
    return {"memcpy(" + name + ", " + list->place + ", " + std::to_string(list->elements) +
            " * sizeof " + list->place + "[0]);"};
  }
  declare(datatype == "MPI_DOUBLE" || datatype == "MPI_FLOAT" ? "double"
          : type.starts_with("MPI_Datatype")                  ? "MPI_Datatype"
                                                              : "long long",
          name);
  return {name + " = " + answer(place) + ";"};
}

}  // namespace mpitcheck::evidence
