// SPDX-License-Identifier: BSD-3-Clause
// Event callbacks: registration, choice among the safety levels, and arguments.
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr std::string_view registering = "MPI_T_event_register_callback";
constexpr std::string_view calls_since_registering = "calls since MPI_T_event_register_callback";

std::string level_name(int level) { return constant_name("callback_safety", level); }

// The user pointer is the one that was registered with the function.
auto is_own_pointer(const Invocation& made, const EventWatch& watch, int variant) {
  return is_same_handle("user_data", made.user_data,
                        pointer_of(watch.number(), made.level, variant))
      .of(event_callback_type)
      .as_in(registering, "user_data");
}

// The called function is the second one that was registered for its level.
auto is_new_function(const Invocation& made) {
  return is_same_handle("event_cb_function", event_function(made.level, made.variant),
                        event_function(made.level, 1))
      .of(event_callback_type)
      .as_in(registering, "event_cb_function");
}

auto levels_differ(int rank, int other) {
  const auto place = static_cast<std::size_t>(rank),
             place_of_other = static_cast<std::size_t>(other);
  const std::vector<std::string> names = names_of("callback_safety");
  return constants_differ(names[place], safety_levels()[place], names[place_of_other],
                          safety_levels()[place_of_other]);
}

// The level is one of the four, and not stricter than that of rank `most`.
auto is_level_up_to(int most, const Invocation& made) {
  const auto up_to_most = std::span(safety_levels()).first(static_cast<std::size_t>(most) + 1);
  return is_among("cb_safety", static_cast<int>(made.safety), up_to_most,
                  [](int level) { return constant_text("callback_safety", level); })
      .of(event_callback_type);
}

// The callback received its own pointers, and a level that is allowed for it.
void check_arguments(Test& t, const Invocation& made, const EventWatch& watch) {
  t.examined(clause::event_callback_user_data, 1);
  t.check(clause::event_callback_args, watch,
          is_same_handle("event_registration", made.registration, watch.get())
              .of(event_callback_type)
              .as_in("MPI_T_event_handle_alloc", "event_registration"));
  t.check(clause::event_callback_per_level, watch, is_own_pointer(made, watch, made.variant));
  t.check(clause::event_callback_safety_arg, watch, is_level_up_to(made.level, made));
}

}  // namespace

MPITCHECK_TEST("event-callback.register.each-level",
               "A callback can be registered and removed at each safety level.",
               cites(clause::event_callback_register, clause::event_safety_hierarchy), needs::mpi) {
  each_type(t, audible_types(), [&](const EventType& type) {
    EventWatch watch(type);
    for (const int rank : {3, 2, 1, 0}) {
      const auto subject = [&] {
        return join(type.label(), " at ",
                    level_name(safety_levels()[static_cast<std::size_t>(rank)]));
      };
      t.check_code(clause::event_callback_register, subject, watch.listen(rank), {MPI_SUCCESS});
      for (int lower = 0; lower < rank; ++lower) {
        t.check(clause::event_safety_hierarchy, subject, levels_differ(rank, lower));
      }
    }
  });
}

MPITCHECK_TEST(
    "event-callback.deliver.arguments",
    "A callback receives its own handle and user pointer, and a level that is allowed for it.",
    cites(clause::event_callback_args, clause::event_callback_user_data,
          clause::event_callback_per_level, clause::event_callback_safety_arg,
          clause::event_callback_select_lowest),
    needs::mpi) {
  const auto watches = watch_everything(t, audible_types());
  bool any = false;
  for (const Invocation& made : all_invocations()) {
    if (made.kind != Invocation::Kind::event) continue;
    const EventWatch* const known = watch_of(watches, made);
    if (known == nullptr) {
      const auto own = std::ranges::find(watches, made.registration,
                                         [](const auto& watch) { return watch->get(); });
      if (own != watches.end()) {
        t.check(clause::event_callback_user_data, **own, is_own_pointer(made, **own, made.variant));
      } else {
        t.check(clause::event_callback_user_data, "an event callback",
                deviates("user_data", "that of a registration",
                         made.user_data == nullptr ? "NULL" : "a pointer that was not registered")
                    .of(event_callback_type));
      }
      continue;
    }
    any = true;
    check_arguments(t, made, *known);
    // Each level has a callback.
    const int demanded = safety_levels()[static_cast<std::size_t>(made.level)];
    t.check(clause::event_callback_select_lowest, *known,
            is_constant_of("callback_safety", "cb_safety", made.safety, demanded)
                .of(event_callback_type));
  }
  if (!any) t.missing(an_event_that_is_raised());
}

MPITCHECK_TEST("event-callback.deliver.around-mpi",
               "Callbacks that were registered before MPI_Init receive their events until "
               "MPI_Finalize, and their handles can be freed after it.",
               cites(clause::event_outside_mpi, clause::event_callback_args,
                     clause::event_callback_user_data, clause::event_callback_per_level,
                     clause::event_callback_safety_arg),
               needs::nothing) {
  constexpr Clause rule = clause::event_outside_mpi;
  isolated_sequence(t, rule, "registrations from before MPI_Init to after MPI_Finalize", [&] {
    t.lifecycle().tool_init();
    EventWatches watches;
    each_type(t, audible_types(), [&](const EventType& type) {
      watches.push_back(std::make_unique<EventWatch>(type));
      watches.back()->listen_everywhere();
    });
    t.lifecycle().mpi_init();
    drive_events();
    t.lifecycle().mpi_finalize();
    for (const Invocation& made : all_invocations()) {
      const EventWatch* const watch = watch_of(watches, made);
      if (made.kind == Invocation::Kind::event && watch != nullptr) {
        check_arguments(t, made, *watch);
      }
    }
    for (const auto& watch : watches) t.check_code(rule, *watch, watch->free(false), {MPI_SUCCESS});
  });
}

MPITCHECK_TEST(
    "event-callback.deliver.stricter-fills-in",
    "Events that reach a callback of their own level also reach a callback of the strictest level.",
    cites(clause::event_callback_higher_fills_in), needs::mpi) {
  t.missing(an_event_that_is_raised());
  each_type(t, audible_types(), [&](const EventType& type) {
    EventWatch all(type);
    EventWatch strict(type);
    all.listen_everywhere();
    strict.listen(3);
    drive_events();
    if (all.events() == 0) return;
    t.behaviour(clause::event_callback_higher_fills_in, "ASYNC_SIGNAL_SAFE alone",
                strict.events() > 0 ? "delivered" : "not used");
    // A library that never uses the strictest level may use the one below it.
    if (strict.events() == 0) {
      strict.deafen(3);
      strict.listen(2);
      const std::size_t before = all.events();
      drive_events();
      bool needs_the_top = false;
      for (const Invocation& made : all.invocations(Invocation::Kind::event)) {
        needs_the_top = needs_the_top || safety_rank(made.safety) == 3;
      }
      if (all.events() == before || needs_the_top) return;
    }
    t.check(clause::event_callback_higher_fills_in, type,
            calls_are_made(calls_since_registering, strict.events()));
  });
}

MPITCHECK_TEST("event-callback.register.overwrite",
               "A further callback for a level replaces the earlier one.",
               cites(clause::event_callback_overwrite), needs::mpi) {
  t.missing(an_event_that_is_raised());
  each_type(t, audible_types(), [&](const EventType& type) {
    EventWatch watch(type);
    watch.listen_everywhere();
    drive_events();
    const std::size_t before = watch.events();
    for (const int rank : {3, 2, 1, 0}) watch.listen(rank, 1);
    drive_events();
    const auto events = watch.invocations(Invocation::Kind::event);
    for (std::size_t i = before; i < events.size(); ++i) {
      if (!t.check(clause::event_callback_overwrite, type, is_own_pointer(events[i], watch, 1)) ||
          !t.check(clause::event_callback_overwrite, type, is_new_function(events[i]))) {
        break;
      }
    }
  });
}

MPITCHECK_TEST("event-callback.register.pointer",
               "A callback that is registered again receives the user pointer of its latest "
               "registration, even if it was removed in between.",
               cites(clause::event_callback_overwrite, clause::event_callback_user_data),
               needs::mpi) {
  t.missing(an_event_that_is_raised());
  each_type(t, audible_types(), [&](const EventType& type) {
    EventWatch watch(type);
    const auto check_pointers = [&](Clause rule, int variant) {
      const std::size_t before = watch.events();
      drive_events();
      const auto events = watch.invocations(Invocation::Kind::event);
      for (std::size_t i = before; i < events.size(); ++i) {
        if (!t.check(rule, type, is_own_pointer(events[i], watch, variant))) break;
      }
    };
    watch.listen_everywhere();
    for (const int rank : {3, 2, 1, 0}) watch.listen(rank, 0, 1);
    check_pointers(clause::event_callback_overwrite, 1);
    for (const int rank : {3, 2, 1, 0}) watch.deafen(rank);
    for (const int rank : {3, 2, 1, 0}) watch.listen(rank, 0, 0);
    check_pointers(clause::event_callback_user_data, 0);
  });
}

MPITCHECK_TEST("event-callback.register.null",
               "NULL removes the callback of one level. Without callbacks there are no calls.",
               cites(clause::event_callback_null_removes), needs::mpi) {
  constexpr Clause rule = clause::event_callback_null_removes;
  t.missing(an_event_that_is_raised());
  each_type(t, audible_types(), [&](const EventType& type) {
    EventWatch watch(type);
    EventWatch witness(type);
    watch.listen_everywhere();
    witness.listen_everywhere();
    t.check_code(rule, type, watch.deafen(0), {MPI_SUCCESS});
    drive_events();
    if (witness.events() > 0) {
      t.check(rule, type, calls_are_made(calls_since_registering, watch.events()));
    }
    const auto made = watch.invocations(Invocation::Kind::event);
    const auto removed = std::ranges::find(made, 0, &Invocation::level);
    const auto subject = [&] { return join(type.label(), " at ", level_name(removed->safety)); };
    t.check(rule, subject,
            equals("invocations of the removed callback",
                   std::ranges::count(made, 0, &Invocation::level), 0)
                .of(event_callback_type));
    for (const int rank : {1, 2, 3}) t.check_code(rule, type, watch.deafen(rank), {MPI_SUCCESS});
    const std::size_t before = watch.events();
    const std::size_t witnessed = witness.events();
    drive_events();
    if (witness.events() == witnessed) return;
    t.check(rule, type, no_call_is_made(calls_since_registering, watch.events() - before));
  });
}

}  // namespace mpitcheck
