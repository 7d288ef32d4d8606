// SPDX-License-Identifier: BSD-3-Clause
// Freeing registrations.
#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

using Kind = Invocation::Kind;

// What the callbacks note for the tests; they run on the thread that made the traffic.
std::atomic<bool> freed_inside{false};
std::atomic<int> free_code_inside{MPI_SUCCESS};

void free_itself(MPI_T_event_instance, MPI_T_event_registration registration, int) {
  if (freed_inside.exchange(true)) return;
  free_code_inside = raw_event_calls().handle_free(registration, nullptr, nullptr);
}

}  // namespace

MPITCHECK_TEST("event-free.handle.once",
               "Freeing succeeds; the free callback comes once, with its own pointer, as the last.",
               cites(clause::event_free_success, clause::event_free_callback_once,
                     clause::event_free_nothing_after, clause::event_free_null_callback,
                     clause::event_free_user_data, clause::event_free_args),
               needs::mpi) {
  each_type(t, audible_types(), [&](const EventType& type) {
    for (const bool listening : {false, true}) {
      EventWatch quiet(type);
      EventWatch watch(type);
      if (listening) {
        quiet.listen_everywhere();
        watch.listen_everywhere();
      }
      drive_events();
      t.check_code(clause::event_free_null_callback, type, quiet.free(false), {MPI_SUCCESS});
      t.check_code(clause::event_free_success, type, watch.free(true), {MPI_SUCCESS});
      drive_events();
      const auto unwanted = quiet.invocations(Kind::freed);
      const auto called = unwanted.empty() ? MPI_T_event_registration{} : quiet.get();
      t.check(clause::event_free_null_callback, type,
              is_none_of("event_registration", unwanted.empty(), handle_text(called),
                         handle_text(called))
                  .of(free_callback_type)
                  .as_in("MPI_T_event_handle_alloc", "event_registration"));
      for (int i = 0; i < 20 && watch.invocations(Kind::freed).empty(); ++i) drive_events();
      const auto freed = watch.invocations(Kind::freed);
      t.check(clause::event_free_callback_once, type,
              equals("calls", static_cast<long long>(freed.size()), 1).of(free_callback_type));
      bool over = false;
      std::size_t after = 0;
      for (const Invocation& made : all_invocations()) {
        if (made.watch != watch.number()) continue;
        if (made.kind == Kind::freed) over = true;
        if (over && made.kind == Kind::event) ++after;
      }
      t.check(clause::event_free_nothing_after, type,
              no_call_is_made("calls since MPI_T_event_free_cb_function", after));
      for (const Invocation& made : freed) {
        t.check(clause::event_free_user_data, type,
                is_same_handle("user_data", made.user_data, free_pointer_of(watch.number()))
                    .of(free_callback_type)
                    .as_in("MPI_T_event_handle_free", "user_data"));
        if (t.check(clause::event_free_args, type,
                    is_same_handle("event_registration", made.registration, watch.get())
                        .of(free_callback_type)
                        .as_in("MPI_T_event_handle_alloc", "event_registration"))) {
          t.check(clause::event_free_args, type,
                  is_any("callback_safety", "cb_safety", made.safety).of(free_callback_type));
        }
      }
    }
  });
}

MPITCHECK_TEST("event-free.handle.twice", "A handle that was freed already is an invalid handle.",
               cites(clause::event_free_invalid, clause::event_errors_nonfatal), needs::mpi) {
  t.each_isolated(clause::event_free_invalid, watchable_types(), [&](const EventType& type) {
    noting_what_is_missing(t, [&] {
      EventWatch watch(type);
      watch.free(false);
      const int code = watch.free(false);
      t.check_code(clause::event_free_invalid, type, code, {MPI_T_ERR_INVALID_HANDLE});
      t.check_code(clause::event_errors_nonfatal, type, code, {MPI_T_ERR_INVALID_HANDLE});
    });
  });
}

MPITCHECK_TEST("event-handle.errors.stale", "A freed handle is refused by every other function.",
               cites(clause::event_handle_stale), needs::mpi) {
  t.each_isolated(clause::event_handle_stale, audible_types(), [&](const EventType& type) {
    noting_what_is_missing(t, [&] {
      EventWatch watch(type);
      watch.free(false);
      MPI_Info info = MPI_INFO_NULL;
      const auto weakest = static_cast<MPI_T_cb_safety>(safety_levels()[0]);
      for (const int code :
           {call::MPI_T_event_handle_get_info(watch.get(), &info),
            call::MPI_T_event_handle_set_info(watch.get(), MPI_INFO_NULL),
            call::MPI_T_event_callback_get_info(watch.get(), weakest, &info),
            call::MPI_T_event_callback_set_info(watch.get(), weakest, MPI_INFO_NULL),
            watch.listen(0), watch.handle_drops()}) {
        t.check_code(clause::event_handle_stale, type, code, {MPI_T_ERR_INVALID_HANDLE});
      }
    });
  });
}

MPITCHECK_TEST("event-callback.deliver.free-inside",
               "A callback may free its own handle: no call follows, the process goes on.",
               cites(clause::event_callback_free_inside), needs::nothing) {
  constexpr Clause rule = clause::event_callback_free_inside;
  isolated_sequence(t, rule, "callbacks that free their own handle", [&] {
    t.lifecycle().tool_init();
    t.lifecycle().mpi_init();
    each_type(t, audible_types(), [&](const EventType& type) {
      EventWatch watch(type);
      watch.listen_everywhere();
      freed_inside = false;
      if (call::MPI_T_event_handle_free.is_held_for(type.index)) return;
      run_inside_callbacks(&free_itself);
      drive_events();
      run_inside_callbacks(nullptr);
      if (!freed_inside) return;
      const int code = free_code_inside;
      t.check(
          rule, type,
          is_code(code, {MPI_SUCCESS, constant("MPI_T_ERR_NOT_ACCESSIBLE").value_or(MPI_SUCCESS)})
              .of("MPI_T_event_handle_free"));
      if (code != MPI_SUCCESS) return;
      watch.forget();
      const std::size_t before = watch.events();
      drive_events();
      t.check(rule, type,
              equals("invocations for the freed handle",
                     static_cast<long long>(watch.events() - before), 0)
                  .of(event_callback_type));
    });
  });
}

}  // namespace mpitcheck
