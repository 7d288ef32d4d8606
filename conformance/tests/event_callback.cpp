// SPDX-License-Identifier: BSD-3-Clause
// Event callbacks: registration, choice among the levels, arguments.
#include <memory>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/event_watch.hpp"
#include "harness/names.hpp"
#include "harness/sequence.hpp"
#include "harness/test.hpp"

namespace mpitcheck {
namespace {

constexpr std::string_view raised = "an event type that self traffic raises";

std::string level_name(int level) { return constant_name("callback_safety", level); }

// Watches each type with callbacks at all levels through some traffic.
std::string rank_name(int rank) {
  return level_name(safety_levels()[static_cast<std::size_t>(rank)]);
}

// The level whose user pointer came with an event.
std::string rank_of_pointer(const Invocation& made) {
  for (const int rank : {0, 1, 2, 3}) {
    for (const int variant : {0, 1}) {
      if (made.user_data != pointer_of(made.watch, rank, variant)) continue;
      return join(rank_name(rank), variant == made.variant ? "" : ", registered otherwise");
    }
  }
  return "no level";
}

std::vector<std::unique_ptr<EventWatch>> watch_everything(const std::vector<EventType>& types) {
  std::vector<std::unique_ptr<EventWatch>> watches;
  for (const EventType& type : types) {
    watches.push_back(std::make_unique<EventWatch>(type));
    watches.back()->listen_everywhere();
  }
  drive_events();
  return watches;
}

}  // namespace

MPITCHECK_TEST("event-callback.register.each-level",
               "A callback can be registered and removed at each safety level.",
               cites(clause::event_callback_register, clause::event_safety_hierarchy), needs::mpi) {
  for (const EventType& type : watchable_types()) {
    EventWatch watch(type);
    for (const int rank : {3, 2, 1, 0}) {
      const auto subject = [&] {
        return join(type.label(), " at ",
                    level_name(safety_levels()[static_cast<std::size_t>(rank)]));
      };
      t.check_code(clause::event_callback_register, subject, watch.listen(rank), {MPI_SUCCESS});
      const int level = safety_levels()[static_cast<std::size_t>(rank)];
      t.check(clause::event_safety_hierarchy, subject, safety_rank(level) == rank,
              "a constant of its own",
              [&] { return join(level, ", the value of ", level_name(level)); });
    }
  }
}

MPITCHECK_TEST("event-callback.deliver.arguments",
               "A callback gets its own handle and user pointer and a level that it can bear.",
               cites(clause::event_callback_args, clause::event_callback_user_data,
                     clause::event_callback_per_level, clause::event_callback_safety_arg,
                     clause::event_callback_select_lowest),
               needs::mpi) {
  const std::vector<EventType> types = watchable_types();
  const auto watches = watch_everything(types);
  bool any = false;
  for (const Invocation& made : all_invocations()) {
    if (made.kind != Invocation::Kind::event) continue;
    if (!t.check(clause::event_callback_user_data, "an event callback",
                 made.watch >= 0 && made.watch < static_cast<int>(watches.size()),
                 "the user pointer of a registration", [&] {
                   return made.user_data == nullptr ? "NULL" : "a pointer that was not registered";
                 })) {
      continue;
    }
    any = true;
    const EventWatch& watch = *watches[static_cast<std::size_t>(made.watch)];
    t.check(clause::event_callback_args, watch, made.registration == watch.get(),
            "the handle that it was registered with", [&] {
              for (const auto& other : watches) {
                if (made.registration == other->get()) return "that of " + other->label();
              }
              return std::string("a handle that was not allocated here");
            });
    t.check(
        clause::event_callback_per_level, watch,
        made.user_data == pointer_of(made.watch, made.level, made.variant),
        [&] { return "the user pointer of " + rank_name(made.level); },
        [&] { return "that of " + rank_of_pointer(made); });
    const int rank = safety_rank(made.safety);
    t.check(clause::event_callback_safety_arg, watch, rank >= 0 && rank <= made.level,
            "a level up to that of the callback", [&] { return level_name(made.safety); });
    t.check(clause::event_callback_select_lowest, watch, rank == made.level,
            "the callback of the level demanded, as there is one",
            [&] { return join(level_name(made.safety), " for that of ", rank_name(made.level)); });
  }
  if (!any) t.missing(raised);
}

MPITCHECK_TEST("event-callback.deliver.stricter-fills-in",
               "Events that reach a callback of their own level also reach the strictest one.",
               cites(clause::event_callback_higher_fills_in), needs::mpi) {
  t.missing(raised);
  for (const EventType& type : watchable_types()) {
    EventWatch all(type);
    EventWatch strict(type);
    all.listen_everywhere();
    strict.listen(3);
    drive_events();
    if (all.events() == 0) continue;
    t.behaviour(clause::event_callback_higher_fills_in, "ASYNC_SIGNAL_SAFE alone",
                strict.events() > 0 ? "delivered" : "not used");
    // A library that never uses that level may use the one below it.
    if (strict.events() == 0) {
      strict.deafen(3);
      strict.listen(2);
      const std::size_t before = all.events();
      drive_events();
      bool needs_the_top = false;
      for (const Invocation& made : all.invocations(Invocation::Kind::event)) {
        needs_the_top = needs_the_top || safety_rank(made.safety) == 3;
      }
      if (all.events() == before || needs_the_top) continue;
    }
    t.check(
        clause::event_callback_higher_fills_in, type, strict.events() > 0,
        [&] { return join("events, as the ", all.events(), " for callbacks of all levels"); },
        "0 events");
  }
}

MPITCHECK_TEST("event-callback.register.overwrite",
               "Another callback for a level replaces the one before.",
               cites(clause::event_callback_overwrite), needs::mpi) {
  t.missing(raised);
  for (const EventType& type : watchable_types()) {
    EventWatch watch(type);
    watch.listen_everywhere();
    drive_events();
    const std::size_t before = watch.events();
    for (const int rank : {3, 2, 1, 0}) watch.listen(rank, 1);
    drive_events();
    const auto events = watch.invocations(Invocation::Kind::event);
    for (std::size_t i = before; i < events.size(); ++i) {
      t.check(clause::event_callback_overwrite, type,
              events[i].variant == 1 && events[i].pointer_variant == 1,
              "the new function with the new pointer", [&] {
                return join("the ", events[i].variant == 1 ? "new" : "old", " function with the ",
                            events[i].pointer_variant == 1 ? "new" : "old", " pointer");
              });
    }
  }
}

MPITCHECK_TEST("event-callback.register.null",
               "NULL removes the callback of one level; no level left means no call.",
               cites(clause::event_callback_null_removes), needs::mpi) {
  constexpr Clause rule = clause::event_callback_null_removes;
  t.missing(raised);
  for (const EventType& type : watchable_types()) {
    EventWatch watch(type);
    EventWatch witness(type);
    watch.listen_everywhere();
    witness.listen_everywhere();
    t.check_code(rule, type, watch.deafen(0), {MPI_SUCCESS});
    drive_events();
    t.check(
        rule, type, watch.events() > 0 || witness.events() == 0,
        [&] { return join("events, as the ", witness.events(), " of a witness"); },
        "0 events at the levels that were left");
    for (const Invocation& made : watch.invocations(Invocation::Kind::event)) {
      t.check(rule, type, made.level != 0, "no call of the removed callback",
              [&] { return "a call of it that demands " + level_name(made.safety); });
    }
    for (const int rank : {1, 2, 3}) t.check_code(rule, type, watch.deafen(rank), {MPI_SUCCESS});
    const std::size_t before = watch.events();
    const std::size_t witnessed = witness.events();
    drive_events();
    if (witness.events() == witnessed) continue;
    t.check(rule, type, watch.events() == before, "no call after all were removed",
            [&] { return join(watch.events() - before, " calls"); });
  }
}

}  // namespace mpitcheck
