// SPDX-License-Identifier: BSD-3-Clause
// Dropped events: which handlers are called, when, and with which count.
#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

using Kind = Invocation::Kind;

// The level is less strict than that of `rank`. An unknown level breaks another rule.
auto is_below_rank(int rank, int level) {
  const auto below = std::span(safety_levels()).first(static_cast<std::size_t>(rank));
  return is_among("cb_safety", level, below,
                  [](int each) { return constant_text("callback_safety", each); })
      .unless(safety_rank(level) < 0);
}

constexpr std::string_view demanding = "an event type that demands more than no safety";

// The lowest rank of level that an event of `type` demanded, or -1 if traffic raises none.
int demanded_rank(const EventType& type) {
  EventWatch watch(type);
  watch.listen_everywhere();
  drive_events();
  int lowest = -1;
  for (const Invocation& made : watch.invocations(Kind::event)) {
    const int rank = safety_rank(made.safety);
    lowest = lowest < 0 || rank < lowest ? rank : lowest;
  }
  return lowest;
}

// Runs `body(type, rank)` for each type whose delivered events all demand at least `rank`. If
// `rank` is above 0, a registration with only a callback at NONE loses them. If it is 0, a
// registration without callbacks loses them, provided that the library counts such events.
template <class Body>
void each_losing_type(Test& t, const Body& body) {
  t.missing(an_event_that_is_raised());
  each_type(t, watchable_types(), [&](const EventType& type) {
    const int rank = demanded_rank(type);
    if (rank >= 0) body(type, rank);
  });
}

// From now on the watch loses all events of a type that demands `rank`.
void lose(EventWatch& watch, int rank, int variant = 0) {
  for (const int level : {3, 2, 1, 0}) watch.deafen(level);
  if (rank > 0) watch.listen(0, variant);
}

// From now on the watch receives all events.
void hear(EventWatch& watch, int rank, int variant = 0) {
  for (int level = 3; level >= rank; --level) watch.listen(level, variant);
}

// The handler that was called is that of `variant`.
auto is_handler(const Invocation& made, int variant) {
  return is_same_handle("dropped_cb_function", dropped_function(made.variant),
                        dropped_function(variant))
      .of(dropped_callback_type)
      .as_in("MPI_T_event_set_dropped_handler", "dropped_cb_function");
}

}  // namespace

MPITCHECK_TEST("event-dropped.handler.set",
               "A handler for dropped events can be set, replaced and removed.",
               cites(clause::event_dropped_set, clause::event_dropped_replace,
                     clause::event_dropped_null),
               needs::mpi) {
  each_type(t, audible_types(), [&](const EventType& type) {
    EventWatch watch(type);
    t.check_code(clause::event_dropped_set, type, watch.handle_drops(), {MPI_SUCCESS});
    t.check_code(clause::event_dropped_replace, type, watch.handle_drops(1), {MPI_SUCCESS});
    t.check_code(clause::event_dropped_null, type, watch.ignore_drops(), {MPI_SUCCESS});
    watch.listen_everywhere();
    t.check_code(clause::event_dropped_set, type, watch.handle_drops(), {MPI_SUCCESS});
  });
}

MPITCHECK_TEST("event-dropped.level.too-weak",
               "A callback is never called if an event demands more than its level allows.",
               cites(clause::event_dropped_level), needs::mpi) {
  t.missing(demanding);
  each_losing_type(t, [&](const EventType& type, int rank) {
    if (rank < 1) return;
    EventWatch watch(type);
    watch.listen(rank - 1);
    drive_events();
    const auto demanded = [](const Invocation& made) { return safety_rank(made.safety); };
    const auto made = watch.invocations(Kind::event);
    const auto most = std::ranges::max_element(made, {}, demanded);
    if (most == made.end()) return t.examined(clause::event_dropped_level, 1);
    t.check(clause::event_dropped_level, type,
            is_below_rank(rank, static_cast<int>(most->safety)).of(event_callback_type));
  });
}

MPITCHECK_TEST("event-dropped.report.arguments",
               "A report of losses has the handle, the source, a level and a count, and precedes "
               "later events.",
               cites(clause::event_dropped_args, clause::event_dropped_user_data,
                     clause::event_dropped_count_window, clause::event_dropped_count_saturates,
                     clause::event_dropped_before_next, clause::event_dropped_replace),
               needs::mpi) {
  bool any = false;
  const int sources = source_num();
  std::set<MPI_T_event_registration> earlier;  // their reports may come late
  each_losing_type(t, [&](const EventType& type, int rank) {
    const std::size_t start = all_invocations().size();
    EventWatch witness(type);
    witness.listen_everywhere();
    EventWatch watch(type);
    earlier.erase(watch.get());
    hear(watch, rank);
    lose(watch, rank);
    watch.handle_drops(0);
    watch.handle_drops(1);
    drive_events();  // these are lost
    hear(watch, rank);
    drive_events();  // these are delivered, and the losses are reported
    std::size_t events_before = 0;
    const auto made_by_now = all_invocations();
    for (std::size_t i = start; i < made_by_now.size(); ++i) {
      const Invocation& made = made_by_now[i];
      if (made.kind == Kind::event && made.watch == watch.number()) ++events_before;
      if (made.kind != Kind::dropped) continue;
      if (made.watch >= 0 && made.watch != watch.number()) continue;
      if (earlier.contains(made.registration)) continue;
      any = true;
      t.check(clause::event_dropped_args, type,
              is_same_handle("event_registration", made.registration, watch.get())
                  .of(dropped_callback_type)
                  .as_in("MPI_T_event_handle_alloc", "event_registration"));
      t.check(clause::event_dropped_replace, type, is_handler(made, 1));
      t.check(clause::event_dropped_count_window, type,
              above("count", made.count, 0).of(dropped_callback_type));
      t.check(clause::event_dropped_count_saturates, type,
              at_least("count", made.count, 0).of(dropped_callback_type));
      SourceInfo source{};
      if (t.check(clause::event_dropped_args, type,
                  below("source_index", made.dropped_source, sources)
                      .of(dropped_callback_type)
                      .as_in("MPI_T_source_get_num", "num_sources")) &&
          t.check(clause::event_dropped_args, type,
                  is_any("callback_safety", "cb_safety", made.safety).of(dropped_callback_type))) {
        t.check_code(clause::event_dropped_args, type, query_source(made.dropped_source, source),
                     {MPI_SUCCESS});
      }
      t.check(
          clause::event_dropped_user_data, type,
          has_property(
              "user_data", made, [&](const Invocation& it) { return it.watch == watch.number(); },
              "the pointer of one of its callbacks",
              [](const Invocation& it) {
                return it.user_data == nullptr ? "NULL"
                                               : "a pointer that none of its callbacks has";
              })
              .of(dropped_callback_type));
      t.check(clause::event_dropped_before_next, type,
              equals("events of the same handle before the report",
                     static_cast<long long>(events_before), 0)
                  .of(dropped_callback_type));
    }
    earlier.insert(watch.get());
  });
  if (!any) t.missing("a library that reports losses");
}

MPITCHECK_TEST(
    "event-dropped.report.window",
    "Reports to a handler exclude losses before it was set and losses while no handler was set.",
    cites(clause::event_dropped_null, clause::event_dropped_count_window), needs::mpi) {
  each_losing_type(t, [&](const EventType& type, int rank) {
    for (const bool removed : {false, true}) {
      // The witness receives reports too, and shows whether the library itself drops events.
      EventWatch witness(type);
      witness.listen_everywhere();
      EventWatch watch(type);
      hear(watch, rank);
      lose(watch, rank);
      if (removed) {
        watch.handle_drops(0);
        watch.ignore_drops();
      }
      drive_events();  // lost and not recorded
      hear(watch, rank);
      witness.handle_drops();
      watch.handle_drops(1);
      drive_events();
      if (!witness.invocations(Kind::dropped).empty()) continue;
      const auto reports = watch.invocations(Kind::dropped);
      t.check(removed ? clause::event_dropped_null : clause::event_dropped_count_window, type,
              no_call_is_made("calls", reports.size(), dropped_callback_type));
    }
  });
}

MPITCHECK_TEST("event-dropped.report.restarts",
               "A second report does not repeat the count of the first one.",
               cites(clause::event_dropped_count_window), needs::mpi) {
  bool any = false;
  each_losing_type(t, [&](const EventType& type, int rank) {
    EventWatch watch(type);
    EventWatch witness(type);
    witness.listen_everywhere();
    witness.handle_drops();
    hear(watch, rank);
    lose(watch, rank);
    watch.handle_drops();
    const auto lose_and_tell = [&](int rounds) {
      for (int i = 0; i < rounds; ++i) drive_events();
      hear(watch, rank);
      drive_events();
      lose(watch, rank);
    };
    lose_and_tell(8);
    const std::size_t reports = watch.invocations(Kind::dropped).size();
    const std::size_t before = witness.events();
    lose_and_tell(1);
    const auto all_reports = watch.invocations(Kind::dropped);
    if (reports == 0 || all_reports.size() == reports) return;
    if (!witness.invocations(Kind::dropped).empty()) return;  // dropped by the library itself
    // At most the events since the first report, and as many again from the delivery with it.
    const std::size_t most = 2 * (witness.events() - before);
    any = true;
    t.check(clause::event_dropped_count_window, type,
            at_most("count since the first report", all_reports.back().count,
                    static_cast<MPI_Count>(most))
                .of(dropped_callback_type));
  });
  if (!any) t.missing("a library that reports losses");
}

MPITCHECK_TEST(
    "event-dropped.report.pointer",
    "Losses are reported with the user pointer of a registered callback, not of a replaced one.",
    cites(clause::event_dropped_user_data), needs::mpi) {
  bool any = false;
  each_losing_type(t, [&](const EventType& type, int rank) {
    EventWatch watch(type);
    hear(watch, rank);
    watch.handle_drops();
    hear(watch, rank, 1);
    lose(watch, rank, 1);
    drive_events();  // lost
    hear(watch, rank, 1);
    drive_events();  // delivered, and the losses reported
    for (const Invocation& made : watch.invocations(Kind::dropped)) {
      if (made.watch != watch.number()) continue;  // another test's
      any = true;
      t.check(clause::event_dropped_user_data, type,
              is_observed("user_data", made.pointer_variant == 1,
                          "the pointer of a callback that is registered",
                          "that of a callback that was replaced")
                  .of(dropped_callback_type));
    }
  });
  if (!any) t.missing("a library that reports losses");
}

MPITCHECK_TEST(
    "event-dropped.report.several",
    "Losses of each of two handles of an event type are reported to the handle's own handler.",
    cites(clause::event_dropped_set, clause::event_dropped_user_data,
          clause::event_dropped_before_next),
    needs::mpi) {
  bool any = false;
  each_losing_type(t, [&](const EventType& type, int rank) {
    EventWatch first(type), second(type);
    const std::array watches{&first, &second};
    for (EventWatch* const watch : watches) {
      hear(*watch, rank);
      lose(*watch, rank);
    }
    first.handle_drops(0);
    second.handle_drops(1);
    drive_events();  // lost
    for (EventWatch* const watch : watches) hear(*watch, rank);
    drive_events();  // delivered, and the losses reported
    const std::array reports{first.invocations(Kind::dropped), second.invocations(Kind::dropped)};
    if (reports[0].empty() && reports[1].empty()) return;
    any = true;
    for (std::size_t i = 0; i < watches.size(); ++i) {
      const auto subject = [&] { return join("handle ", i + 1, " of 2 of ", type.label()); };
      t.check(clause::event_dropped_before_next, subject,
              at_least("reports to a handle that lost events",
                       static_cast<long long>(reports[i].size()), 1)
                  .of(dropped_callback_type));
      for (const Invocation& made : reports[i]) {
        t.check(clause::event_dropped_set, subject, is_handler(made, static_cast<int>(i)));
        t.check(clause::event_dropped_user_data, subject,
                is_observed("user_data", made.watch == watches[i]->number(),
                            "the pointer of one of its callbacks", "another pointer")
                    .of(dropped_callback_type));
      }
    }
  });
  if (!any) t.missing("a library that reports losses");
}

MPITCHECK_TEST("event-dropped.report.needs-callback",
               "Setting a handler reports no losses. The test records whether a handler without an "
               "event callback is called.",
               cites(clause::event_dropped_needs_callback, clause::event_dropped_count_window),
               needs::mpi) {
  t.missing(an_event_that_is_raised());
  each_type(t, watchable_types(), [&](const EventType& type) {
    EventWatch witness(type);
    witness.listen_everywhere();
    EventWatch watch(type);
    const auto reports = [&watch] { return watch.invocations(Kind::dropped).size(); };
    const std::size_t events_before = witness.events();
    watch.handle_drops();
    if (witness.events() == events_before) {
      t.check(clause::event_dropped_count_window, type,
              no_call_is_made("calls", reports(), dropped_callback_type));
    }
    drive_events();
    if (witness.events() == events_before) return;
    const std::size_t before_free = reports();
    watch.free(false);
    t.examined(clause::event_dropped_needs_callback, 1);
    t.behaviour(clause::event_dropped_needs_callback, "handler without callback",
                before_free > 0 ? "called"
                : reports() > 0 ? "called at free"
                                : "never called");
  });
}

}  // namespace mpitcheck
