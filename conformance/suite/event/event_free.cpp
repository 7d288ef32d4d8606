// SPDX-License-Identifier: BSD-3-Clause
// Freeing registrations.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

using Kind = Invocation::Kind;

// The callbacks' records for the tests. Callbacks run on the thread that made the traffic.
std::atomic<bool> freed_inside{false};
std::atomic<int> free_code_inside{MPI_SUCCESS};
std::atomic<void*> free_pointer_inside{nullptr};  // for the free callback

// Two registrations of a type: one is freed without a free callback, one with it.
struct Freed {
  EventType type;
  std::unique_ptr<EventWatch> quiet, watch;
};

// Creates both, with callbacks if `listening`, and frees them after some traffic.
Freed make_and_free(Test& t, const EventType& type, bool listening) {
  Freed made{type, std::make_unique<EventWatch>(type), std::make_unique<EventWatch>(type)};
  if (listening) {
    made.quiet->listen_everywhere();
    made.watch->listen_everywhere();
  }
  drive_events();
  t.check_code(clause::event_free_null_callback, type, made.quiet->free(false), {MPI_SUCCESS});
  t.check_code(clause::event_free_success, type, made.watch->free(true), {MPI_SUCCESS});
  drive_events();
  return made;
}

// Makes traffic until all free callbacks were called, or a long time has passed. The library may
// defer them, and its threads may wait for a processor.
template <class AllCame>
void await_free_callbacks(const AllCame& all_came) {
  constexpr int rounds_in_a_row = 20, least_rounds = 250;
  constexpr double least_seconds = 5;
  GivenTime given;
  for (int round = 0; !all_came() && (round < least_rounds || given.seconds() < least_seconds);
       ++round) {
    drive_events();
    if (round >= rounds_in_a_row) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    given.look({::getpid()});
  }
}

// The free callback got the pointer and the handle of that watch.
template <class Subject>
void check_own_arguments(Test& t, const Subject& subject, const Invocation& made,
                         const EventWatch& watch) {
  t.check(clause::event_free_user_data, subject,
          is_same_handle("user_data", made.user_data, free_pointer_of(watch.number()))
              .of(free_callback_type)
              .as_in("MPI_T_event_handle_free", "user_data"));
  if (t.check(clause::event_free_args, subject,
              is_same_handle("event_registration", made.registration, watch.get())
                  .of(free_callback_type)
                  .as_in("MPI_T_event_handle_alloc", "event_registration"))) {
    t.check(clause::event_free_args, subject,
            is_any("callback_safety", "cb_safety", made.safety).of(free_callback_type));
  }
}

void check_free_callback(Test& t, const Freed& made) {
  const EventType& type = made.type;
  const EventWatch& quiet = *made.quiet;
  const EventWatch& watch = *made.watch;
  const auto unwanted = quiet.invocations(Kind::freed);
  const std::optional registration = quiet.get();
  const auto called = unwanted.empty() ? std::nullopt : registration;
  t.check(
      clause::event_free_null_callback, type,
      is_not("event_registration", called, registration, [](auto of) { return handle_text(*of); })
          .of(free_callback_type)
          .as_in("MPI_T_event_handle_alloc", "event_registration"));
  const auto freed = watch.invocations(Kind::freed);
  t.check(clause::event_free_callback_once, type,
          equals("calls", static_cast<long long>(freed.size()), 1).of(free_callback_type));
  bool over = false;
  std::size_t after = 0;
  for (const Invocation& call : all_invocations()) {
    if (call.watch != watch.number()) continue;
    if (call.kind == Kind::freed) over = true;
    if (over && call.kind == Kind::event) ++after;
  }
  t.check(clause::event_free_nothing_after, type,
          no_call_is_made("calls since MPI_T_event_free_cb_function", after));
  for (const Invocation& call : freed) check_own_arguments(t, type, call, watch);
}

void free_itself(MPI_T_event_instance, MPI_T_event_registration registration, int) {
  if (freed_inside.exchange(true)) return;
  free_code_inside =
      raw_event_calls().handle_free(registration, free_pointer_inside, free_function());
}

}  // namespace

MPITCHECK_TEST("event-free.handle.once",
               "Freeing succeeds. The free callback is called once, with its own pointer, as the "
               "last callback.",
               cites(clause::event_free_success, clause::event_free_callback_once,
                     clause::event_free_nothing_after, clause::event_free_null_callback,
                     clause::event_free_user_data, clause::event_free_args),
               needs::mpi) {
  std::vector<Freed> freed;
  each_type(t, audible_types(), [&](const EventType& type) {
    for (const bool listening : {false, true}) {
      freed.push_back(make_and_free(t, type, listening));
    }
  });
  await_free_callbacks([&] {
    return std::ranges::none_of(
        freed, [](const Freed& made) { return made.watch->invocations(Kind::freed).empty(); });
  });
  for (const Freed& made : freed) check_free_callback(t, made);
}

MPITCHECK_TEST("event-free.handle.several",
               "If several handles are freed in a row, in any order, the free callback of each is "
               "called once, with its own handle and pointer.",
               cites(clause::event_free_callback_once, clause::event_free_user_data,
                     clause::event_free_args),
               needs::mpi) {
  struct Ended {
    std::string subject;
    std::unique_ptr<EventWatch> watch;
  };
  std::vector<Ended> all;
  each_type(t, audible_types(), [&](const EventType& type) {
    for (const EndOrder& order : end_orders) {
      std::array<std::unique_ptr<EventWatch>, 3> three;
      for (auto& watch : three) watch = std::make_unique<EventWatch>(type);
      for (const std::size_t place : order.places) {
        const std::string subject =
            join("handle ", place + 1, " of 3 of ", type.label(), ", ", order.name);
        if (three[place]->free(true) != MPI_SUCCESS) continue;
        all.push_back({subject, std::move(three[place])});
      }
    }
  });
  const auto calls_of = [](const Ended& ended) { return ended.watch->invocations(Kind::freed); };
  await_free_callbacks([&] {
    return std::ranges::none_of(all, [&](const Ended& ended) { return calls_of(ended).empty(); });
  });
  for (const Ended& ended : all) {
    const auto calls = calls_of(ended);
    t.check(clause::event_free_callback_once, ended.subject,
            equals("calls", static_cast<long long>(calls.size()), 1).of(free_callback_type));
    for (const Invocation& made : calls) check_own_arguments(t, ended.subject, made, *ended.watch);
  }
}

MPITCHECK_TEST("event-free.handle.twice", "Freeing a handle a second time is refused as invalid.",
               cites(clause::event_free_invalid), needs::mpi) {
  t.each_isolated(clause::event_free_invalid, watchable_types(), [&](const EventType& type) {
    noting_what_is_missing(t, [&] {
      EventWatch watch(type);
      watch.free(false);
      const int code = watch.free(false);
      t.check_code(clause::event_free_invalid, type, code, {MPI_T_ERR_INVALID_HANDLE});
    });
  });
}

MPITCHECK_TEST("event-handle.errors.stale", "Every other function refuses a freed handle.",
               cites(clause::event_handle_stale), needs::mpi) {
  t.each_isolated(clause::event_handle_stale, audible_types(), [&](const EventType& type) {
    noting_what_is_missing(t, [&] {
      EventWatch watch(type);
      watch.free(false);
      MPI_Info info = MPI_INFO_NULL;
      MPI_Info hints = MPI_INFO_NULL;  // nothing allows setting this
      MPI_Info_create(&hints);
      const auto weakest = static_cast<MPI_T_cb_safety>(safety_levels()[0]);
      for (const int code : {call::MPI_T_event_handle_get_info(watch.get(), &info),
                             call::MPI_T_event_handle_set_info(watch.get(), hints),
                             call::MPI_T_event_callback_get_info(watch.get(), weakest, &info),
                             call::MPI_T_event_callback_set_info(watch.get(), weakest, hints),
                             watch.listen(0), watch.handle_drops()}) {
        t.check_code(clause::event_handle_stale, type, code, {MPI_T_ERR_INVALID_HANDLE});
      }
      MPI_Info_free(&hints);
    });
  });
}

MPITCHECK_TEST(
    "event-callback.deliver.free-inside",
    "A callback may free its own handle. The free callback is then called, and no other.",
    cites(clause::event_callback_free_inside, clause::event_free_callback_once), needs::nothing) {
  constexpr Clause rule = clause::event_callback_free_inside;
  isolated_sequence(t, rule, "callbacks that free their own handle", [&] {
    t.lifecycle().tool_init();
    t.lifecycle().mpi_init();
    each_type(t, audible_types(), [&](const EventType& type) {
      EventWatch watch(type);
      watch.listen_everywhere();
      freed_inside = false;
      free_pointer_inside = free_pointer_of(watch.number());
      if (call::MPI_T_event_handle_free.is_quarantined_for(type.index)) return;
      run_inside_callbacks(&free_itself);
      drive_events();
      run_inside_callbacks(nullptr);
      if (!freed_inside) return;
      const int code = free_code_inside;
      t.check(rule, type, is_code(code, {MPI_SUCCESS}).of("MPI_T_event_handle_free"));
      if (code != MPI_SUCCESS) return;
      watch.forget();
      const std::size_t before = watch.events();
      drive_events();
      t.check(rule, type,
              equals("invocations for the freed handle",
                     static_cast<long long>(watch.events() - before), 0)
                  .of(event_callback_type));
      const auto freed = [&watch] { return watch.invocations(Kind::freed).size(); };
      await_free_callbacks([&] { return freed() != 0; });
      t.check(clause::event_free_callback_once, type,
              equals("calls", static_cast<long long>(freed()), 1).of(free_callback_type));
    });
  });
}

}  // namespace mpitcheck
