// SPDX-License-Identifier: BSD-3-Clause
// Queries of event types: the list, names, look-up, growth.
#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/events.hpp"
#include "harness/names.hpp"
#include "harness/phases.hpp"
#include "harness/sequence.hpp"
#include "harness/test.hpp"
#include "harness/texts.hpp"
#include "harness/variables.hpp"

namespace mpitcheck {
namespace {

int event_num() {
  int count = 0;
  return call::MPI_T_event_get_num(&count) == MPI_SUCCESS ? count : 0;
}

std::vector<EventInfo> events_of(Test& t) {
  std::vector<EventInfo> events = read_events();
  if (events.empty()) t.missing("an event type");
  return events;
}

// A query that asks for next to nothing.
int query_name_length(int index, int& length) {
  return call::MPI_T_event_get_info(index, nullptr, &length, nullptr, nullptr, nullptr, nullptr,
                                    nullptr, nullptr, nullptr, nullptr, nullptr);
}

struct WrongIndex {
  int index;
  [[nodiscard]] std::string label() const { return join("event index ", index); }
};

}  // namespace

MPITCHECK_TEST("event-query.list.count", "The number of event types can be asked for.",
               cites(clause::event_num_success), needs::each_phase) {
  int count = -1;
  const int code = call::MPI_T_event_get_num(&count);
  t.check(clause::event_num_success, "the number of event types", code == MPI_SUCCESS && count >= 0,
          "MPI_SUCCESS, at least 0", [&] { return join(code_name(code), ", ", count); });
}

MPITCHECK_TEST("event-query.list.dense", "Every index below the number names an event type.",
               cites(clause::event_index_dense), needs::each_phase) {
  const int count = event_num();
  if (count == 0) t.missing("an event type");
  for (int i = 0; i < count; ++i) {
    int length = 0;
    t.check_code(clause::event_index_dense, join("event ", i), query_name_length(i, length),
                 {MPI_SUCCESS});
  }
}

MPITCHECK_TEST("event-query.list.only-grows",
               "Event types may be added; those that were seen keep their index and their name.",
               cites(clause::event_num_monotone, clause::event_index_stable), needs::nothing) {
  isolated_sequence(t, clause::event_num_monotone, "the life of a program", [&t] {
    int before = 0;
    std::map<int, std::string> names;
    through_phases(t, [&] {
      const int count = event_num();
      t.check(
          clause::event_num_monotone, "the number of event types", count >= before,
          [&] { return join("at least ", before); }, [&] { return std::to_string(count); });
      before = std::max(before, count);
      const std::vector<EventInfo> events = read_events();
      for (const auto& [index, name] : names) {
        const auto same = [&, at = index](const EventInfo& event) { return event.index == at; };
        const auto now = std::find_if(events.begin(), events.end(), same);
        int found = -1;
        const int code = call::MPI_T_event_get_index(name.c_str(), &found);
        t.check(clause::event_index_stable, join("event ", index, " ", quoted(name)),
                now != events.end() && now->name == name && code == MPI_SUCCESS && found == index,
                "the same name at that index, and the same index for that name",
                [&] { return join("look-up: ", code_name(code), ", ", found); });
      }
      for (const EventInfo& event : events) names.emplace(event.index, event.name);
    });
    if (names.empty()) t.missing("an event type");
  });
}

MPITCHECK_TEST("event-query.list.outside-mpi",
               "Event types and sources can be queried before MPI_Init and after MPI_Finalize.",
               cites(clause::event_outside_mpi), needs::nothing) {
  isolated_sequence(t, clause::event_outside_mpi, "the life of a program", [&t] {
    constexpr Clause rule = clause::event_outside_mpi;
    through_phases(t, [&] {
      int count = -1;
      t.check_code(rule, "MPI_T_event_get_num", call::MPI_T_event_get_num(&count), {MPI_SUCCESS});
      int sources = -1;
      t.check_code(rule, "MPI_T_source_get_num", call::MPI_T_source_get_num(&sources),
                   {MPI_SUCCESS});
      for (const EventInfo& event : read_events()) {
        int found = -1;
        t.check_code(rule, event, call::MPI_T_event_get_index(event.name.c_str(), &found),
                     {MPI_SUCCESS});
      }
    });
  });
}

MPITCHECK_TEST("event-query.names.nonempty-and-unique",
               "Every event type has a name, and no two the same.",
               cites(clause::event_info_name_nonempty, clause::event_info_name_unique),
               needs::each_phase) {
  std::set<std::string> names;
  for (const EventInfo& event : events_of(t)) {
    int length = 0;
    query_name_length(event.index, length);
    t.check(clause::event_info_name_nonempty, event, !event.name.empty() && length >= 2,
            "a name of at least one character", "an empty name");
    t.check(clause::event_info_name_unique, event, names.insert(event.name).second,
            "a name of its own", "the name of another event type");
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
    for (const int size : buffer_sizes(query, false)) {
      const TextRead read(query, size);
      const auto kept = static_cast<std::size_t>(std::min(size - 1, query.length()));
      t.check(
          clause::event_info_strings, join(query.label(), " in ", size, " bytes"),
          read.code == MPI_SUCCESS && read.text() == query.full.substr(0, kept) &&
              read.buffer.only_first_written(size) &&
              (read.length == query.length() + 1 || read.length == size),
          [&] { return quoted(query.full.substr(0, kept)); }, read);
    }
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
    wrong.insert({event.name.substr(0, event.name.size() / 2), event.name + "x"});
  }
  // A listed index whose query fails may have any name.
  const bool all_known = static_cast<int>(names.size()) == event_num();
  for (const std::string& name : wrong) {
    if (names.contains(name)) continue;
    int found = -1;
    const int code = call::MPI_T_event_get_index(name.c_str(), &found);
    t.check(clause::event_get_index_unknown, quoted(name),
            code == MPI_T_ERR_INVALID_NAME || (!all_known && code == MPI_SUCCESS),
            "MPI_T_ERR_INVALID_NAME", [code] { return code_name(code); });
  }
}

MPITCHECK_TEST("event-query.errors.invalid-index", "An index outside the list is an invalid index.",
               cites(clause::event_info_invalid_index), needs::each_phase) {
  const int count = event_num();
  const std::array wrong{WrongIndex{count}, WrongIndex{count + 1000}, WrongIndex{-1},
                         WrongIndex{INT_MAX}};
  t.each_isolated(clause::event_info_invalid_index, wrong, [&t](const WrongIndex& it) {
    int length = 0;
    t.check_code(clause::event_info_invalid_index, it, query_name_length(it.index, length),
                 {MPI_T_ERR_INVALID_INDEX});
  });
}

MPITCHECK_TEST("event-query.errors.nonfatal",
               "A failing look-up returns its code, whatever error handlers are set.",
               cites(clause::event_errors_nonfatal), needs::mpi) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  constexpr std::array looked_up{std::string_view("an unknown event name")};
  t.each_isolated(clause::event_errors_nonfatal, looked_up, [&t](std::string_view what) {
    int found = -1;
    t.check_code(clause::event_errors_nonfatal, what,
                 call::MPI_T_event_get_index("mpitcheck: no such name", &found),
                 {MPI_T_ERR_INVALID_NAME});
    int size = 0;
    t.check_code(clause::event_errors_nonfatal, "MPI_Comm_size afterwards",
                 MPI_Comm_size(MPI_COMM_WORLD, &size), {MPI_SUCCESS});
  });
}

MPITCHECK_TEST("event-query.errors.not-initialized",
               "Queries while the interface is down are answered as not initialized.",
               cites(clause::event_not_initialized), needs::nothing) {
  struct Query {
    std::string_view name;
    int (*make)();
    [[nodiscard]] std::string label() const { return std::string(name) + " before init"; }
  };
  static int number;
  static MPI_Count stamp;
  constexpr std::array queries{
      Query{"MPI_T_source_get_num", [] { return call::MPI_T_source_get_num(&number); }},
      Query{"MPI_T_source_get_timestamp",
            [] { return call::MPI_T_source_get_timestamp(0, &stamp); }},
      Query{"MPI_T_event_get_num", [] { return call::MPI_T_event_get_num(&number); }},
      Query{"MPI_T_event_get_info", [] { return query_name_length(0, number); }},
      Query{"MPI_T_event_get_index", [] { return call::MPI_T_event_get_index("name", &number); }},
      Query{"MPI_T_category_get_num_events",
            [] { return call::MPI_T_category_get_num_events(0, &number); }},
  };
  t.each_isolated(clause::event_not_initialized, queries, [&t](const Query& query) {
    noting_what_is_missing(t, [&] {
      t.check_code(clause::event_not_initialized, query, query.make(), {MPI_T_ERR_NOT_INITIALIZED});
    });
  });
}

}  // namespace mpitcheck
