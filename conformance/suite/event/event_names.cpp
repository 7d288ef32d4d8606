// SPDX-License-Identifier: BSD-3-Clause
// Names and descriptions of event types, and the look-up of names.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/named.hpp"
#include "conformance/suite/conventions/owned_texts.hpp"
#include "conformance/suite/event/event_lookup.hpp"

namespace mpitcheck {
namespace {

std::vector<EventInfo> events_of(Test& t) {
  std::vector<EventInfo> events = read_events();
  if (events.empty()) t.missing("an event type");
  return events;
}

// The text in upper case.
std::string capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

MPITCHECK_TEST("event-query.names.nonempty-and-unique",
               "Every event type has a non-empty, unique name.",
               cites(clause::event_info_name_nonempty, clause::event_info_name_unique),
               needs::each_phase) {
  std::map<std::string, int> names;
  for (const EventInfo& event : events_of(t)) {
    check_not_empty(t, clause::event_info_name_nonempty, event, event.name, [&] {
      int length = 0;
      query_event(event.index, nullptr, &length);
      return length;
    });
    if (event.name.empty()) continue;
    t.check(
        clause::event_info_name_unique,
        [&] { return join(event.label(), " and event ", names[event.name]); },
        is_other_text("name", event.name, names));
    names.emplace(event.name, event.index);
  }
}

MPITCHECK_TEST("event-query.names.strings",
               "Names and descriptions of event types obey the rules of all texts.",
               cites(clause::event_info_strings, clause::event_info_desc_optional),
               needs::each_phase) {
  t.missing("an event type");
  check_texts_of(t, "event ", clause::event_info_strings, clause::event_info_desc_optional);
}

MPITCHECK_TEST("event-query.names.no-description", "A missing description is an empty text.",
               cites(clause::event_info_desc_optional), needs::each_phase) {
  if (event_num() == 0) t.missing("an event type");
  for (int i = 0; i < event_num(); ++i) {
    constexpr char untouched = '\1';
    std::array<char, 4> desc{untouched};
    int length = static_cast<int>(desc.size());
    const int code =
        call::MPI_T_event_get_info(i, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, desc.data(), &length, nullptr);
    if (code != MPI_SUCCESS) continue;
    constexpr Clause rule = clause::event_info_desc_optional;
    const std::string subject = join("event ", i);
    if (length != 1 || desc[0] == '\0') {
      t.examined(rule, 1);
    } else if (desc[0] == untouched) {
      t.check(rule, subject, is_not("desc[0]", desc[0], untouched, in_single_quotes));
    } else {
      t.check(rule, subject, has_character("desc", 0, desc[0], '\0').given("desc_len", "1"));
    }
  }
}

MPITCHECK_TEST("event-query.lookup.roundtrip",
               "Looking up the name of an event type returns its index.",
               cites(clause::event_get_index_roundtrip), needs::each_phase) {
  for (const EventInfo& event : with_own_names(events_of(t))) {
    check_lookup(t, clause::event_get_index_roundtrip, event.index, event.name);
  }
}

MPITCHECK_TEST("event-query.lookup.unknown",
               "The look-up of a name that no event type has is refused as invalid.",
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
    if (all_known) {
      t.check_code(clause::event_get_index_unknown, in_quotes(name), code,
                   {MPI_T_ERR_INVALID_NAME});
    } else {
      t.check_code(clause::event_get_index_unknown, in_quotes(name), code,
                   {MPI_T_ERR_INVALID_NAME, MPI_SUCCESS});
    }
  }
}

}  // namespace mpitcheck
