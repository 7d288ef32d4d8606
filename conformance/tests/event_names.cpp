// SPDX-License-Identifier: BSD-3-Clause
// Names and descriptions of event types, and the look-up of names.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/events.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/texts.hpp"

namespace mpitcheck {
namespace {

std::vector<EventInfo> events_of(Test& t) {
  std::vector<EventInfo> events = read_events();
  if (events.empty()) t.missing("an event type");
  return events;
}

int query_name_length(int index, int& length) { return query_event(index, nullptr, &length); }

// The same letters, all capital.
std::string capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

MPITCHECK_TEST("event-query.names.nonempty-and-unique",
               "Every event type has a name, and no two the same.",
               cites(clause::event_info_name_nonempty, clause::event_info_name_unique),
               needs::each_phase) {
  std::map<std::string, int> names;
  for (const EventInfo& event : events_of(t)) {
    int length = 0;
    query_name_length(event.index, length);
    t.check(clause::event_info_name_nonempty, event, !event.name.empty() && length >= 2,
            "a name of at least one character, length 2 or more",
            [&] { return join(in_quotes(event.name), ", length ", length); });
    const auto [first, is_new] = names.emplace(event.name, event.index);
    t.check(clause::event_info_name_unique, event, is_new, "a name that no other event type has",
            [&, other = first->second] { return join("also the name of event ", other); });
  }
}

MPITCHECK_TEST("event-query.names.strings",
               "Names and descriptions of event types obey the rules of all texts.",
               cites(clause::event_info_strings, clause::event_info_desc_optional),
               needs::each_phase) {
  t.missing("an event type");
  for (const TextQuery& query : text_queries()) {
    if (!query.owner.starts_with("event ")) continue;
    GuardedText untouched(8);
    for (char* const text : {static_cast<char*>(nullptr), untouched.data()}) {
      int length = 0;
      const int code = query.get(text, &length);
      t.check(
          clause::event_info_strings, query, code == MPI_SUCCESS && length == query.length() + 1,
          [&] { return join("MPI_SUCCESS, length ", query.length() + 1); },
          [&] { return join(code_name(code), ", length ", length); });
      if (query.part != "desc" || !query.full.empty()) continue;
      t.check(clause::event_info_desc_optional, query, length == 1, "length 1 for no description",
              [&] { return std::to_string(length); });
    }
    // A24: a missing description has to be a null in the first character.
    const bool null_only = query.part == "desc" && query.full.empty() &&
                           untouched.only_first_written(1) && untouched.text(1) == "";
    t.check(clause::event_info_strings, query.label() + " in 0 bytes",
            untouched.untouched() || null_only, "nothing written", "bytes written into the buffer");
    for (const int size : buffer_sizes(query, false)) {
      const TextRead read(query, size);
      const auto kept = static_cast<std::size_t>(std::min(size - 1, query.length()));
      t.check(
          clause::event_info_strings, join(query.label(), " in ", size, " bytes"),
          read.code == MPI_SUCCESS && read.text() == query.full.substr(0, kept) &&
              read.buffer.only_first_written(size) &&
              (read.length == query.length() + 1 || read.length == size),
          [&] { return in_quotes(query.full.substr(0, kept)); }, read);
    }
  }
}

MPITCHECK_TEST("event-query.names.no-description",
               "A description that is missing is an empty text.",
               cites(clause::event_info_desc_optional), needs::each_phase) {
  if (event_num() == 0) t.missing("an event type");
  for (int i = 0; i < event_num(); ++i) {
    std::array<char, 4> desc{'x', 'x', 'x', 'x'};
    int length = static_cast<int>(desc.size());
    const int code =
        call::MPI_T_event_get_info(i, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, desc.data(), &length, nullptr);
    if (code != MPI_SUCCESS) continue;
    t.check(clause::event_info_desc_optional, join("event ", i), length != 1 || desc[0] == '\0',
            "a null at the beginning of a text of length 1",
            [&] { return "the character " + in_quotes(std::string(1, desc[0])); });
  }
}

MPITCHECK_TEST("event-query.lookup.roundtrip", "Looking up the name of an event type finds it.",
               cites(clause::event_get_index_roundtrip), needs::each_phase) {
  for (const EventInfo& event : events_of(t)) {
    int found = -1;
    const int code = call::MPI_T_event_get_index(event.name.c_str(), &found);
    t.check(
        clause::event_get_index_roundtrip, event, code == MPI_SUCCESS && found == event.index,
        [&] { return join("MPI_SUCCESS, ", event.index); },
        [&] { return join(code_name(code), ", ", found); });
  }
}

MPITCHECK_TEST("event-query.lookup.unknown", "A name that no event type has is an invalid name.",
               cites(clause::event_get_index_unknown), needs::each_phase) {
  std::set<std::string> names;
  std::set<std::string> wrong{"mpitcheck: no event type has this name", ""};
  for (const EventInfo& event : read_events()) {
    names.insert(event.name);
    wrong.insert(
        {event.name.substr(0, event.name.size() / 2), event.name + "x", capitals(event.name)});
  }
  // A listed index whose query fails may have any name.
  const bool all_known = static_cast<int>(names.size()) == event_num();
  for (const std::string& name : wrong) {
    if (names.contains(name)) continue;
    int found = -1;
    const int code = call::MPI_T_event_get_index(name.c_str(), &found);
    t.check(clause::event_get_index_unknown, in_quotes(name),
            code == MPI_T_ERR_INVALID_NAME || (!all_known && code == MPI_SUCCESS),
            "MPI_T_ERR_INVALID_NAME", [code] { return code_name(code); });
  }
}

}  // namespace mpitcheck
