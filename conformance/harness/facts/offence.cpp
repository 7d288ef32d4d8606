// SPDX-License-Identifier: BSD-3-Clause
// Facts and their form in files.
#include "conformance/harness/facts/offence.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mpitcheck {
namespace {

using nlohmann::json;

constexpr std::pair<Relation, std::string_view> relation_names[] = {
    {Relation::one_of, "one-of"},
    {Relation::none_of, "none-of"},
    {Relation::at_least, "at-least"},
    {Relation::at_most, "at-most"},
    {Relation::above, "above"},
    {Relation::below, "below"},
    {Relation::declared, "declared"},
    {Relation::survives, "survives"},
    {Relation::is, "is"},
};

constexpr std::size_t most_shown = 8;  // number of `wanted` values

std::optional<int> number_in(const json& in) {
  const auto found = in.find("number");
  return found == in.end() ? std::nullopt : std::optional(found->get<int>());
}

std::optional<Fact> fact_in(const json& in) {
  const auto found = in.find("fact");
  if (found == in.end()) return std::nullopt;
  const auto relation = relation_named(found->at("relation").get<std::string>());
  if (!relation) return std::nullopt;
  Fact fact{found->at("function"), found->at("output"), *relation, found->at("wanted"),
            found->at("seen")};
  for (const json& source : found->value("sources", json::array())) {
    fact.sources.push_back({source.at("function"), source.at("output"), number_in(source),
                            source.at("value"), source.at("minus"), source.at("later")});
  }
  fact.slack = found->value("slack", "");
  if (const auto given = found->find("given"); given != found->end()) {
    fact.given = {given->at("function"), given->at("output"), {}, given->at("value")};
  }
  fact.number = number_in(*found);
  fact.frames = found->value("frames", std::vector<std::string>{});
  fact.after = found->value("after", "");
  return fact;
}

// The value without the bits of handles, and with only the first elements of a long list.
std::string for_people(const std::string& value) {
  constexpr std::size_t enough = 80;
  if (value.starts_with('@')) return "a handle";
  if (!value.starts_with('{') || value.size() <= enough) return value;
  return value.substr(0, value.rfind(", ", enough)) + ", ...}";
}

std::string source_text(const Fact& fact) {
  if (fact.compares_with_before()) {
    return fact.relation == Relation::none_of ? ", which another call returned" : ", as before";
  }
  if (fact.sources.empty()) return "";
  const Answer& source = fact.sources.front();
  if (fact.sources.size() > 1) return ", according to other results of " + source.function;
  return ", the " + source.output +
         (source.function == fact.function ? "" : " of " + source.function);
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

Fact death_in(std::string_view call, std::string how, std::vector<std::string> frames) {
  constexpr const char* all_handles = "MPI_T_PVAR_ALL_HANDLES";
  Fact fact{function_of(call), "", Relation::survives, {}, std::move(how)};
  if (call.find(all_handles) != call.npos) {
    fact.given = {fact.function, "handle", {}, all_handles};
  }
  fact.frames = std::move(frames);
  return fact;
}

std::string seen_in(const Fact& death, std::string_view call) {
  std::string text = death.seen + " in " + std::string(call);
  if (!death.after.empty()) text += ", after " + death.after + " returned";
  return text;
}

std::string wanted_text(const Fact& fact) {
  if (!fact.sources.empty() && !fact.wanted.empty() && is_handle(fact.wanted.front())) {
    return (fact.relation == Relation::none_of ? "not that of " : "that of ") +
           (fact.compares_with_before() ? "another call" : fact.sources.front().function);
  }
  if (fact.relation == Relation::survives) return "the process survives";
  if (fact.relation == Relation::declared) return "declared by mpi.h";
  std::string text = fact.relation == Relation::none_of ? "not "
                     : fact.relation == Relation::above ? "more than "
                     : fact.relation == Relation::below ? "less than "
                                                        : "";
  const std::size_t shown = std::min(fact.wanted.size(), most_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    text += (i == 0 ? "" : " or ") + for_people(fact.wanted[i]);
    if (fact.relation == Relation::at_least) text += " or more";
    if (fact.relation == Relation::at_most) text += " or less";
    if (i == 0) text += source_text(fact);
  }
  if (shown < fact.wanted.size()) {
    text += " or one of " + std::to_string(fact.wanted.size() - shown) + " more";
  }
  return text;
}

std::string seen_text(const Fact& fact) {
  if (!is_handle(fact.seen)) return for_people(fact.seen);
  if (fact.relation == Relation::none_of) return "the same";
  return !fact.wanted.empty() && is_handle(fact.wanted.front()) ? "another" : "a handle";
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
  for (const Answer& source : fact.sources) {
    json& entry = out["sources"].emplace_back(json{{"function", source.function},
                                                   {"output", source.output},
                                                   {"value", source.value},
                                                   {"minus", source.minus},
                                                   {"later", source.later}});
    if (source.number) entry["number"] = *source.number;
  }
  if (!fact.slack.empty()) out["slack"] = fact.slack;
  if (fact.given) {
    out["given"] = {{"function", fact.given->function},
                    {"output", fact.given->output},
                    {"value", fact.given->value}};
  }
  if (fact.number) out["number"] = *fact.number;
  if (!fact.frames.empty()) out["frames"] = fact.frames;
  if (!fact.after.empty()) out["after"] = fact.after;
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
