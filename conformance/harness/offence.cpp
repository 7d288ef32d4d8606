// SPDX-License-Identifier: BSD-3-Clause
// Facts and their one form in files.
#include "harness/offence.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace mpitcheck {
namespace {

using nlohmann::json;

constexpr std::pair<Relation, std::string_view> relation_names[] = {
    {Relation::one_of, "one-of"},       {Relation::none_of, "none-of"},
    {Relation::at_least, "at-least"},   {Relation::at_most, "at-most"},
    {Relation::as_before, "as-before"}, {Relation::at_least_before, "at-least-before"},
    {Relation::declared, "declared"},   {Relation::survives, "survives"},
};

std::optional<Fact> fact_in(const json& in) {
  const auto found = in.find("fact");
  if (found == in.end()) return std::nullopt;
  const auto relation = relation_named(found->at("relation").get<std::string>());
  if (!relation) return std::nullopt;
  return Fact{found->at("function"), found->at("output"), *relation, found->at("wanted"),
              found->at("seen")};
}

}  // namespace

std::string_view name(Relation relation) {
  return std::ranges::find(relation_names, relation, &std::pair<Relation, std::string_view>::first)
      ->second;
}

std::optional<Relation> relation_named(std::string_view word) {
  const auto found =
      std::ranges::find(relation_names, word, &std::pair<Relation, std::string_view>::second);
  if (found == std::end(relation_names)) return std::nullopt;
  return found->first;
}

std::optional<double> as_number(std::string_view answer) {
  double value = 0;
  const auto [end, error] = std::from_chars(answer.data(), answer.data() + answer.size(), value);
  if (error != std::errc{} || end != answer.data() + answer.size()) return std::nullopt;
  return value;
}

bool holds(const Fact& fact) {
  const bool listed = std::ranges::find(fact.wanted, fact.seen) != fact.wanted.end();
  switch (fact.relation) {
    case Relation::one_of:
    case Relation::as_before:
      return listed;
    case Relation::none_of:
      return !listed;
    case Relation::declared:
    case Relation::survives:
      return false;
    default:
      break;
  }
  const auto seen = as_number(fact.seen);
  const auto wanted = fact.wanted.empty() ? std::nullopt : as_number(fact.wanted.front());
  if (!seen || !wanted) return false;
  return fact.relation == Relation::at_most ? *seen <= *wanted : *seen >= *wanted;
}

std::string wanted_text(const Fact& fact) {
  if (fact.relation == Relation::survives) return "the process survives";
  if (fact.relation == Relation::declared) return "declared by mpi.h";
  std::string text = fact.relation == Relation::none_of ? "not " : "";
  for (const std::string& value : fact.wanted) {
    if (&value != &fact.wanted.front()) text += " or ";
    text += value;
  }
  if (fact.relation == Relation::at_least || fact.relation == Relation::at_least_before) {
    text += " or more";
  }
  if (fact.relation == Relation::at_most) text += " or less";
  if (compares_with_before(fact.relation)) text += ", as before";
  return text;
}

std::string expected_text(const Fact& fact) {
  const bool plain = fact.relation == Relation::declared || fact.output == code_output;
  return (plain || fact.output.empty() ? "" : fact.output + " ") + wanted_text(fact);
}

void to_json(json& out, const Fact& fact) {
  out = {{"function", fact.function},
         {"output", fact.output},
         {"relation", name(fact.relation)},
         {"wanted", fact.wanted},
         {"seen", fact.seen}};
}

void to_json(json& out, const Offence& offence) {
  out = {{"clause", offence.clause}, {"subject", offence.subject}, {"expected", offence.expected},
         {"actual", offence.actual}, {"phase", offence.phase},     {"calls", offence.calls},
         {"crash", offence.crash}};
  if (offence.fact) out["fact"] = *offence.fact;
}

void from_json(const json& in, Offence& offence) {
  in.at("clause").get_to(offence.clause);
  offence.subject = in.value("subject", "");
  offence.expected = in.value("expected", "");
  offence.actual = in.value("actual", "");
  offence.phase = in.value("phase", "");
  offence.calls = in.value("calls", std::vector<std::string>{});
  offence.crash = in.value("crash", false);
  offence.fact = fact_in(in);
}

}  // namespace mpitcheck
