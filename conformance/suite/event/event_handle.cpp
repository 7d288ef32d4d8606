// SPDX-License-Identifier: BSD-3-Clause
// Registration handles: allocation, objects and hints.
#include <array>
#include <climits>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

using Hints = std::map<std::string, std::string>;

// Reads and frees `info`.
Hints take_hints(MPI_Info info) {
  Hints hints;
  int keys = 0;
  MPI_Info_get_nkeys(info, &keys);
  for (int i = 0; i < keys; ++i) {
    std::array<char, MPI_MAX_INFO_KEY + 1> key{};
    std::array<char, MPI_MAX_INFO_VAL + 1> value{};
    int found = 0;
    MPI_Info_get_nthkey(info, i, key.data());
    MPI_Info_get(info, key.data(), MPI_MAX_INFO_VAL, value.data(), &found);
    hints.emplace(key.data(), value.data());
  }
  MPI_Info_free(&info);
  return hints;
}

std::string hints_text(const Hints& hints) {
  std::string text;
  for (const auto& [key, value] : hints) {
    text += join(text.empty() ? "" : ", ", key, " = ", in_quotes(value));
  }
  return text.empty() ? "no hints" : text;
}

MPI_Info unknown_hint() {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpitcheck_no_such_hint", "7");
  return info;
}

// get() twice, a change of the first result, set() of an unknown hint, and a third get().
template <class Get, class Set>
void check_hints(Test& t, Clause get_rule, Clause set_rule, const std::string& subject,
                 const Get& get, const Set& set) {
  const auto gets = [&](MPI_Info& info) {
    t.check_code(get_rule, subject, get(&info), {MPI_SUCCESS});
    return t.check(get_rule, subject, is_info_object("info_used", info));
  };
  MPI_Info first = MPI_INFO_NULL, second = MPI_INFO_NULL;
  if (!gets(first) || !gets(second)) return;
  if (!t.check(get_rule, subject, is_new_handle("info_used", second, first))) return;
  MPI_Info_set(first, "mpitcheck_edit", "1");
  MPI_Info_free(&first);
  const Hints before = take_hints(second);
  MPI_Info unknown = unknown_hint();
  t.check_code(set_rule, subject, set(unknown), {MPI_SUCCESS});
  MPI_Info_free(&unknown);
  MPI_Info third = MPI_INFO_NULL;
  if (!gets(third)) return;
  const Hints after = take_hints(third);
  t.check(get_rule, subject,
          has_property(
              "mpitcheck_edit, which was set in a copy of the hints,", after,
              [](const Hints& hints) { return !hints.contains("mpitcheck_edit"); }, "absent",
              [](const Hints& hints) { return in_quotes(hints.at("mpitcheck_edit")); }));
  const auto number = [](const Hints& hints) { return static_cast<long long>(hints.size()); };
  if (!t.check(
          set_rule, subject,
          at_least("nkeys", number(after), number(before)).of("MPI_Info_get_nkeys").as_before())) {
    return;
  }
  Hints still_there = after;
  std::erase_if(still_there, [&](const auto& hint) { return !before.contains(hint.first); });
  t.check(
      set_rule, subject,
      has_property(
          "hints", still_there, [&](const Hints& hints) { return hints == before; },
          [&] { return hints_text(before) + ", as before an unknown hint was set"; }, hints_text));
}

// Whether a handle whose communicator was freed receives the events of a new communicator, which
// may have the same address. Tools must free the handle first, so this runs in a child.
bool hears_after_its_object(const EventType& type) {
  const ChildResult child = in_child([&](int out) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    EventWatch stale(type, comm);
    stale.listen_everywhere();
    MPI_Comm_free(&comm);
    const std::size_t before = stale.events();
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    use_communicator(comm);
    if (stale.events() != before) write_all(out, "heard");
  });
  return child.output == "heard";
}

// The first of these ranks at which a callback alone gets events of the type; -1 if none does.
int rank_that_hears(const EventType& type, std::initializer_list<int> ranks) {
  for (const int rank : ranks) {
    EventWatch alone(type);
    alone.listen(rank);
    drive_events();
    if (alone.events() > 0) return rank;
  }
  return -1;
}

// The numbers of events that two simultaneous handles receive, each with a callback of one rank.
std::array<std::size_t, 2> events_of_two(const EventType& type, const std::array<int, 2>& ranks) {
  EventWatch first(type), second(type);
  first.listen(ranks[0]);
  second.listen(ranks[1]);
  drive_events();
  return {first.events(), second.events()};
}

}  // namespace

MPITCHECK_TEST(
    "event-handle.alloc.works",
    "A handle of an event type can be allocated, with any object if the type has no binding.",
    cites(clause::event_handle_alloc, clause::event_handle_no_object, clause::event_handle_bound),
    needs::mpi) {
  const int out_of_handles = MPI_T_ERR_OUT_OF_HANDLES, no_memory = MPI_T_ERR_MEMORY;
  t.each_isolated(clause::event_handle_alloc, watchable_types(), [&](const EventType& type) {
    MPI_Comm comm = MPI_COMM_SELF;
    int junk[16] = {-1, -1, -1};
    for (void* const object :
         {static_cast<void*>(nullptr), static_cast<void*>(&comm), static_cast<void*>(junk)}) {
      const bool bound = type.bind != MPI_T_BIND_NO_OBJECT;
      if (bound && object != &comm) continue;
      MPI_T_event_registration handle{};
      const int code = call::MPI_T_event_handle_alloc(type.index, object, MPI_INFO_NULL, &handle);
      t.check_code(clause::event_handle_alloc, type, code,
                   {MPI_SUCCESS, out_of_handles, no_memory});
      t.check_code(bound ? clause::event_handle_bound : clause::event_handle_no_object, type, code,
                   {MPI_SUCCESS, out_of_handles, no_memory});
      if (code == MPI_SUCCESS) call::MPI_T_event_handle_free(handle, nullptr, nullptr);
    }
  });
}

MPITCHECK_TEST("event-handle.alloc.invalid-index",
               "No handle can be allocated for an unknown index.",
               cites(clause::event_handle_alloc_invalid_index), needs::each_phase) {
  int count = 0;
  call::MPI_T_event_get_num(&count);
  const std::array wrong{std::to_string(count), std::to_string(count + 1000), std::string("-1")};
  t.each_isolated(clause::event_handle_alloc_invalid_index, wrong, [&](const std::string& index) {
    MPI_T_event_registration handle{};
    t.check_code(clause::event_handle_alloc_invalid_index, "event index " + index,
                 call::MPI_T_event_handle_alloc(std::stoi(index), nullptr, MPI_INFO_NULL, &handle),
                 {MPI_T_ERR_INVALID_INDEX});
  });
}

MPITCHECK_TEST(
    "event-handle.alloc.several",
    "Two handles of one event type both deliver, and one continues after the other is freed.",
    cites(clause::event_handle_multiple), needs::mpi) {
  constexpr Clause rule = clause::event_handle_multiple;
  t.missing(an_event_that_is_raised());
  each_type(t, watchable_types(), [&](const EventType& type) {
    const EventWatch first(type);
    EventWatch second(type);
    t.check(rule, type, is_new_handle("event_registration", second.get(), first.get()));
    EventWatch third(type);
    for (EventWatch* const each : {&second, &third}) each->listen_everywhere();
    drive_events();
    if (second.events() == 0 && third.events() == 0) return;
    t.check(rule, type,
            at_least("invocations for the first of two handles",
                     static_cast<long long>(second.events()), 1)
                .of(event_callback_type));
    t.check(rule, type,
            calls_are_made("calls since MPI_T_event_register_callback", third.events()));
    second.free(false);
    const std::size_t before = third.events();
    drive_events();
    t.check(rule, type,
            calls_are_made("calls since MPI_T_event_handle_free", third.events() - before));
  });
}

MPITCHECK_TEST(
    "event-handle.several.end",
    "Each of three handles of an event type continues after others are freed, in any order.",
    cites(clause::event_handle_multiple), needs::mpi) {
  constexpr Clause rule = clause::event_handle_multiple;
  t.missing(an_event_that_is_raised());
  each_type(t, audible_types(), [&](const EventType& type) {
    for (const EndOrder& order : end_orders) {
      std::array<std::unique_ptr<EventWatch>, 3> three;
      for (auto& watch : three) {
        watch = std::make_unique<EventWatch>(type);
        watch->listen_everywhere();
      }
      for (const std::size_t ended : {order.places[0], order.places[1]}) {
        three[ended].reset();
        EventWatch witness(type);
        witness.listen_everywhere();
        std::array<std::size_t, 3> before{};
        for (std::size_t i = 0; i < 3; ++i) before[i] = three[i] ? three[i]->events() : 0;
        drive_events();
        if (witness.events() == 0) return;
        for (std::size_t i = 0; i < 3; ++i) {
          if (!three[i]) continue;
          const auto subject = [&] {
            return join("handle ", i + 1, " of 3 of ", type.label(), ", ", order.name);
          };
          t.check(rule, subject,
                  at_least("invocations for a handle that is left",
                           static_cast<long long>(three[i]->events() - before[i]), 1)
                      .of(event_callback_type));
        }
      }
    }
  });
}

MPITCHECK_TEST("event-handle.several.levels",
               "Two handles of an event type have callbacks of different levels. Each receives the "
               "events that it receives alone.",
               cites(clause::event_handle_multiple), needs::mpi) {
  t.missing(an_event_that_is_raised());
  each_type(t, audible_types(), [&](const EventType& type) {
    const int weaker = rank_that_hears(type, {0, 1, 2});
    const int stricter = rank_that_hears(type, {3, 2, 1});
    if (weaker < 0 || stricter <= weaker) return;
    for (const std::array ranks : {std::array{weaker, stricter}, std::array{stricter, weaker}}) {
      const std::array<std::size_t, 2> counts = events_of_two(type, ranks);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        // A single handle may receive nothing by now either.
        if (counts[i] == 0 && rank_that_hears(type, {ranks[i]}) < 0) continue;
        t.check(
            clause::event_handle_multiple,
            [&] { return join("handle ", i + 1, " of 2 of ", type.label()); },
            at_least("invocations for one of two handles", static_cast<long long>(counts[i]), 1)
                .of(event_callback_type));
      }
    }
  });
}

MPITCHECK_TEST("event-handle.alloc.silent", "A handle without a callback causes no calls.",
               cites(clause::event_handle_silent_without_callback), needs::mpi) {
  t.missing(an_event_that_is_raised());
  each_type(t, watchable_types(), [&](const EventType& type) {
    const std::size_t start = all_invocations().size();
    EventWatch silent(type);
    EventWatch witness(type);
    witness.listen_everywhere();
    drive_events();
    if (witness.events() == 0) return;
    const auto made_by_now = all_invocations();
    MPI_T_event_registration called{};
    for (std::size_t i = start; i < made_by_now.size(); ++i) {
      const Invocation& made = made_by_now[i];
      if (made.registration == silent.get() && made.watch != witness.number())
        called = silent.get();
    }
    t.check(clause::event_handle_silent_without_callback, type,
            is_not("event_registration", called, silent.get(),
                   [](MPI_T_event_registration handle) { return handle_text(handle); })
                .of(event_callback_type)
                .as_in("MPI_T_event_handle_alloc", "event_registration"));
    const std::size_t witnessed = witness.events();
    silent.listen_everywhere();
    const std::size_t heard = silent.events();
    if (witness.events() != witnessed) return;  // raised by the registration itself
    t.behaviour(clause::event_handle_silent_without_callback,
                "events from before the first callback of " + type.label(),
                heard > 0 ? "delivered" : "not delivered");  // E16
  });
}

MPITCHECK_TEST("event-handle.alloc.bound-isolation",
               "A handle bound to one communicator receives nothing from another.",
               cites(clause::event_handle_bound_isolation), needs::mpi) {
  constexpr Clause rule = clause::event_handle_bound_isolation;
  t.missing(an_event_that_is_raised() + " and that is bound to MPI_COMM");
  require_part("copied communicators");
  each_type(t, watchable_types(), [&](const EventType& type) {
    if (type.bind != MPI_T_BIND_MPI_COMM) return;
    EventWatch used(type);
    used.listen_everywhere();
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    const std::size_t before = used.events();
    use_communicator(comm);
    const std::size_t elsewhere = used.events();
    drive_events();
    MPI_Comm_free(&comm);
    // MPI_Comm_dup may use the bound communicator. A message or a name of the duplicate must not.
    if (used.events() == elsewhere) return;
    t.check(rule, type,
            equals("invocations for another communicator",
                   static_cast<long long>(elsewhere - before), 0)
                .of(event_callback_type));
    t.behaviour(rule, "registration of a freed communicator",
                hears_after_its_object(type) ? "hears another one" : "hears nothing");
  });
}

MPITCHECK_TEST(
    "event-handle.info.hints",
    "A handle returns a new info object with its hints. Setting an unknown hint changes nothing.",
    cites(clause::event_handle_get_info, clause::event_handle_set_info_preserves), needs::mpi) {
  t.each_isolated(clause::event_handle_get_info, watchable_types(), [&](const EventType& type) {
    noting_what_is_missing(t, [&] {
      const EventWatch watch(type);
      check_hints(
          t, clause::event_handle_get_info, clause::event_handle_set_info_preserves, type.label(),
          [&](MPI_Info* info) { return call::MPI_T_event_handle_get_info(watch.get(), info); },
          [&](MPI_Info info) { return call::MPI_T_event_handle_set_info(watch.get(), info); });
    });
  });
}

MPITCHECK_TEST("event-callback.info.hints",
               "The callback of each level returns a new info object with its hints. Setting an "
               "unknown hint changes nothing.",
               cites(clause::event_callback_get_info, clause::event_callback_set_info),
               needs::mpi) {
  t.each_isolated(clause::event_callback_get_info, watchable_types(), [&](const EventType& type) {
    noting_what_is_missing(t, [&] {
      EventWatch watch(type);
      watch.listen_everywhere();
      for (const int level : safety_levels()) {
        const auto safety = static_cast<MPI_T_cb_safety>(level);
        check_hints(
            t, clause::event_callback_get_info, clause::event_callback_set_info, type.label(),
            [&](MPI_Info* info) {
              return call::MPI_T_event_callback_get_info(watch.get(), safety, info);
            },
            [&](MPI_Info info) {
              return call::MPI_T_event_callback_set_info(watch.get(), safety, info);
            });
      }
    });
  });
}

}  // namespace mpitcheck
