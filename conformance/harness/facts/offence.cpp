// SPDX-License-Identifier: BSD-3-Clause
// Texts of facts.
#include "conformance/harness/facts/offence.hpp"

#include <algorithm>

namespace mpitcheck {
namespace {

// Whether the wanted value is what the same call returned at another time.
bool compares_with_before(const Fact& fact) {
  return fact.sources.size() == 1 && fact.sources[0].function == fact.function &&
         fact.sources[0].output == fact.output && !fact.sources[0].number &&
         fact.sources[0].value.empty();
}

// The value without the bits of handles, and with only the first elements of a long list.
std::string for_people(const std::string& value) {
  constexpr std::size_t enough = 80;
  if (value.starts_with('@')) return "a handle";
  if (!value.starts_with('{') || value.size() <= enough) return value;
  return value.substr(0, value.rfind(", ", enough)) + ", ...}";
}

std::string source_text(const Fact& fact) {
  if (compares_with_before(fact)) {
    return fact.relation == Relation::none_of ? ", which another call returned" : ", as before";
  }
  if (fact.sources.empty()) return "";
  const Answer& source = fact.sources.front();
  if (fact.sources.size() > 1) return ", according to other results of " + source.function;
  return ", the " + source.output +
         (source.function == fact.function ? "" : " of " + source.function);
}

}  // namespace

Fact death_in(std::string_view call, std::string how, std::vector<std::string> frames) {
  Fact fact{function_of(call), "", Relation::survives, {}, std::move(how)};
  if (call.find(all_handles) != call.npos) {
    fact.given = {fact.function, "handle", std::string(all_handles)};
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
           (compares_with_before(fact) ? "another call" : fact.sources.front().function);
  }
  const Wording words = wording(fact.relation);
  if (!words.whole.empty()) return std::string(words.whole);
  std::string text(words.before);
  const std::size_t shown = std::min(fact.wanted.size(), most_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    text += (i == 0 ? "" : " or ") + for_people(fact.wanted[i]);
    text += words.after;
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

std::string message_of(const Offence& offence) {
  return offence.clause + ": " + offence.subject + ": expected " + offence.expected + ", got " +
         offence.actual;
}

}  // namespace mpitcheck
