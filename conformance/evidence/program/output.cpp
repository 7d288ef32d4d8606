// SPDX-License-Identifier: BSD-3-Clause
// Parts of calls.
#include "conformance/evidence/program/output.hpp"

#include <charconv>
#include <cstring>
#include <utility>

#include "conformance/evidence/program/c_literal.hpp"
#include "conformance/evidence/program/prototypes.hpp"
#include "conformance/evidence/search/values.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::evidence {
namespace {

std::optional<int> number_in(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Without quotes, braces, datatype, the suffixes of numbers and what is said of those without name.
std::string plain(const std::string& answer) {
  const std::string text = answer.substr(0, answer.find(" (no "));
  const std::size_t start = text.find_first_of("{\"");
  const std::size_t end = text.find_last_of("}\"");
  const bool enclosed = start != std::string::npos && end > start;
  std::string out;
  for (const char c : enclosed ? text.substr(start + 1, end - start - 1) : text) {
    const bool suffix = c == 'U' && !out.empty() && out.back() >= '0' && out.back() <= '9';
    if (!suffix) out += c;
  }
  return out;
}

}  // namespace

std::optional<Output> parse_output(std::string_view function, std::string_view output) {
  if (output == code_output) return Output{};
  const Prototype* const known = prototype(function);
  if (known == nullptr) return std::nullopt;
  Output parsed;
  if (const std::size_t sign = output.find(' '); sign != std::string_view::npos) {
    const auto offset = number_in(output.substr(std::min(sign + 3, output.size())));
    if (!offset) return std::nullopt;
    parsed.offset = output[sign + 1] == '-' ? -*offset : *offset;
    output = output.substr(0, sign);
  }
  for (const auto& [call, asked] :
       {std::pair("strlen(", &parsed.length), std::pair("extent(", &parsed.extent)}) {
    if (!output.starts_with(call)) continue;
    *asked = true;
    output = output.substr(std::strlen(call), output.size() - std::strlen(call) - 1);
  }
  if (const std::size_t bracket = output.find('['); bracket != std::string_view::npos) {
    const auto element = number_in(output.substr(bracket + 1, output.size() - bracket - 2));
    if (!element) return std::nullopt;
    parsed.element = *element;
    output = output.substr(0, bracket);
  }
  parsed.parameter = known->find(output);
  if (parsed.parameter < 0) return std::nullopt;
  return parsed;
}

bool goes_in(const Call& call, int parameter) {
  if (parameter < 0) return false;
  const auto at = static_cast<std::size_t>(parameter);
  // Without a length a text is not recorded, and goes out all the same.
  const Prototype* const known = prototype(call.function);
  return call.answers[at].empty() && known->parameters[at].type != "char *";
}

std::optional<std::string> told(const Call& call, const Output& output) {
  if (output.parameter == code_of_call) return call.code;
  const auto at = static_cast<std::size_t>(output.parameter);
  std::string text = goes_in(call, output.parameter) ? call.arguments[at] : call.answers[at];
  const Values values = parse_values(text);
  if (output.extent) return std::nullopt;
  if (output.length && values.text.empty()) return "";
  if (output.element >= 0 && !values.text.empty()) {
    std::string characters = literal_text(values.text);
    if (!values.unterminated) characters += '\0';
    const auto element = static_cast<std::size_t>(output.element);
    if (element >= characters.size()) return std::nullopt;
    return in_single_quotes(characters[element]);
  }
  if (output.element >= 0) {
    const auto element = static_cast<std::size_t>(output.element);
    if (element >= values.elements.size()) return std::nullopt;
    text = values.elements[element];
  }
  if (output.length) text = std::to_string(literal_text(values.text).size());
  if (output.offset == 0) return text;
  const auto number = number_in(text);
  return number ? std::optional(std::to_string(*number + output.offset)) : std::nullopt;
}

bool same_answer(const std::string& told, const std::string& said) {
  const std::string one = plain(told), other = plain(said);
  if (const std::size_t cut = other.find(", ..."); cut != std::string::npos) {
    return one.starts_with(other.substr(0, cut + 2));
  }
  const auto number = as_number(one);
  return number ? number == as_number(other) : one == other;
}

}  // namespace mpitcheck::evidence
