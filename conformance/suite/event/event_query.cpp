// SPDX-License-Identifier: BSD-3-Clause
// Queries of event types: the list, its growth, errors.
#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/test/phases.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/mpi_code.hpp"
#include "conformance/suite/event/event_lookup.hpp"

namespace mpitcheck {
namespace {

struct WrongIndex {
  int index;
  [[nodiscard]] std::string label() const { return join("event index ", index); }
};

}  // namespace

MPITCHECK_TEST("event-query.list.count", "The number of event types can be queried.",
               cites(clause::event_num_success), needs::each_phase) {
  int count = -1;
  const int code = call::MPI_T_event_get_num(&count);
  if (t.check_code(clause::event_num_success, "the number of event types", code, {MPI_SUCCESS})) {
    t.check(clause::event_num_success, "the number of event types",
            at_least("num_events", count, 0));
  }
}

MPITCHECK_TEST("event-query.list.dense", "Every index below the number denotes an event type.",
               cites(clause::event_index_dense), needs::each_phase) {
  const int count = event_num();
  if (count == 0) t.missing("an event type");
  for (int i = 0; i < count; ++i) {
    t.check_code(clause::event_index_dense, join("event ", i), query_event(i), {MPI_SUCCESS});
  }
}

MPITCHECK_TEST("event-query.list.only-grows",
               "Event types may be added. Known ones keep their index and name.",
               cites(clause::event_num_monotone, clause::event_index_stable), needs::nothing) {
  isolated_sequence(t, clause::event_num_monotone, "the life of a program", [&t] {
    int before = 0;
    std::map<int, std::string> names;
    std::set<int> found;  // by their names
    through_phases(t, [&] {
      if (is_out_of_reach(call::MPI_T_event_get_num)) return;
      const int count = event_num();
      t.check(clause::event_num_monotone, "the number of event types",
              at_least("num_events", count, before).as_before());
      before = std::max(before, count);
      for (const auto& seen : names) {
        const int index = seen.first;
        const std::string& name = seen.second;
        const auto event = [&] { return join("event ", index, " ", in_quotes(name)); };
        std::vector<char> now(name.size() + 2);
        int length = static_cast<int>(now.size());
        const int code = query_event(index, now.data(), &length);
        now.back() = '\0';
        if (t.check_code(clause::event_index_stable, event, code, {MPI_SUCCESS}) &&
            t.check(clause::event_index_stable, event,
                    is_text("name", now.data(), name).as_before()) &&
            found.contains(index)) {
          check_lookup(t, clause::event_index_stable, index, name);
        }
      }
      const std::vector<EventInfo> events = read_events();
      for (const EventInfo& event : events) names.emplace(event.index, event.name);
      for (const EventInfo& event : with_own_names(events)) {
        if (finds(event.index, event.name)) found.insert(event.index);
      }
    });
    if (names.empty()) t.missing("an event type");
  });
}

MPITCHECK_TEST("event-query.list.outside-mpi",
               "Event types and sources can be queried before MPI_Init and after MPI_Finalize.",
               cites(clause::event_outside_mpi), needs::nothing) {
  constexpr Clause rule = clause::event_outside_mpi;
  std::map<int, int> codes;  // of the first look-up of each event type
  live_through(t, rule, [&] {
    int count = -1;
    t.check_code(rule, "MPI_T_event_get_num", call::MPI_T_event_get_num(&count), {MPI_SUCCESS});
    int sources = -1;
    t.check_code(rule, "MPI_T_source_get_num", call::MPI_T_source_get_num(&sources), {MPI_SUCCESS});
    for (int i = 0; i < count; ++i) {
      t.check_code(rule, join("event ", i), query_event(i), {MPI_SUCCESS});
    }
    for (const EventInfo& event : with_own_names(read_events())) {
      int index = -1;
      const int code = call::MPI_T_event_get_index(event.name.c_str(), &index);
      const auto was = codes.emplace(event.index, code).first;
      // A name that is found once must be found always. A name that is never found breaks another
      // rule.
      if (was->second == MPI_SUCCESS || code == MPI_SUCCESS) {
        t.check_code(rule, event, code == MPI_SUCCESS ? was->second : code, {MPI_SUCCESS});
      }
    }
  });
}

MPITCHECK_TEST("event-query.errors.invalid-index",
               "An index outside the list is refused as invalid.",
               cites(clause::event_info_invalid_index), needs::each_phase) {
  const int count = event_num();
  const std::array wrong{WrongIndex{count}, WrongIndex{count + 1000}, WrongIndex{-1},
                         WrongIndex{INT_MAX}};
  t.each_isolated(clause::event_info_invalid_index, wrong, [&t](const WrongIndex& it) {
    t.check_code(clause::event_info_invalid_index, it, query_event(it.index),
                 {MPI_T_ERR_INVALID_INDEX});
  });
}

MPITCHECK_TEST("event-query.errors.nonfatal",
               "A failing look-up does not end the process, whatever error handlers are set.",
               cites(clause::general_failure_not_fatal,
                     clause::general_failure_no_side_effect_on_mpi),
               needs::mpi) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  constexpr std::array looked_up{std::string_view("an unknown event name")};
  t.each_isolated(clause::general_failure_not_fatal, looked_up, [&t](std::string_view what) {
    int found = -1, size = 0;
    call::MPI_T_event_get_index("mpitcheck: no such name", &found);
    t.examined(clause::general_failure_not_fatal, 1);
    t.check(clause::general_failure_no_side_effect_on_mpi, what,
            mpi_succeeds("MPI_Comm_size", MPI_Comm_size(MPI_COMM_WORLD, &size)));
  });
}

MPITCHECK_TEST("event-query.errors.not-initialized",
               "While the interface is not initialized, queries return the code for that.",
               cites(clause::event_not_initialized), needs::nothing) {
  struct Query {
    std::string_view name;
    int (*make)();
    [[nodiscard]] std::string label() const { return std::string(name) + " before init"; }
  };
  static int number;
  static MPI_Count stamp;
  static MPI_T_source_order order;
  static MPI_T_event_registration handle;
  constexpr std::array queries{
      Query{"MPI_T_source_get_num", [] { return call::MPI_T_source_get_num(&number); }},
      Query{"MPI_T_source_get_timestamp",
            [] { return call::MPI_T_source_get_timestamp(0, &stamp); }},
      Query{"MPI_T_event_get_num", [] { return call::MPI_T_event_get_num(&number); }},
      Query{"MPI_T_event_get_info", [] { return query_event(0); }},
      Query{"MPI_T_event_get_index", [] { return call::MPI_T_event_get_index("name", &number); }},
      Query{"MPI_T_category_get_num_events",
            [] { return call::MPI_T_category_get_num_events(0, &number); }},
      Query{"MPI_T_category_get_events",
            [] { return call::MPI_T_category_get_events(0, 1, &number); }},
      Query{"MPI_T_source_get_info",
            [] {
              static int other;
              static MPI_Count most;
              return call::MPI_T_source_get_info(0, nullptr, &number, nullptr, &other, &order,
                                                 &stamp, &most, nullptr);
            }},
      Query{"MPI_T_event_handle_alloc",
            [] { return call::MPI_T_event_handle_alloc(0, nullptr, MPI_INFO_NULL, &handle); }},
  };
  t.each_isolated(clause::event_not_initialized, queries, [&t](const Query& query) {
    noting_what_is_missing(t, [&] {
      t.check_code(clause::event_not_initialized, query, query.make(), {MPI_T_ERR_NOT_INITIALIZED});
    });
  });
}

}  // namespace mpitcheck
