// SPDX-License-Identifier: BSD-3-Clause
// Threads register and free while others, and they themselves, bring about what is delivered.
#include <memory>

#include "harness/api.hpp"
#include "harness/event_types.hpp"
#include "harness/event_watch.hpp"
#include "harness/names.hpp"
#include "stress/control/control.hpp"
#include "stress/control/surroundings.hpp"
#include "stress/history/callbacks.hpp"
#include "stress/traffic/actor.hpp"

namespace mpitcheck::stress {
namespace {

constexpr std::size_t registrations_per_round = 2048;  // a thread

std::atomic<std::uint64_t> strange_pointers{0};

Callbacks* known(void* user_data) {
  auto* const callbacks = static_cast<Callbacks*>(user_data);
  if (callbacks != nullptr && callbacks->mark == Callbacks::magic) return callbacks;
  ++strange_pointers;
  return nullptr;
}

void on_event(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void* user_data) {
  if (Callbacks* const callbacks = known(user_data)) callbacks->on_event();
}

void on_freed(MPI_T_event_registration, MPI_T_cb_safety, void* user_data) {
  if (Callbacks* const callbacks = known(user_data)) callbacks->on_freed();
}

struct EventCalls {
  decltype(call::MPI_T_event_handle_alloc)::Pointer alloc =
      call::MPI_T_event_handle_alloc.required();
  decltype(call::MPI_T_event_register_callback)::Pointer listen =
      call::MPI_T_event_register_callback.required();
  decltype(call::MPI_T_event_handle_free)::Pointer free = call::MPI_T_event_handle_free.required();
};

/// Registers, sends, frees; false if there was no handle.
bool live(const EventCalls& calls, const EventType& type, Actor& actor, Callbacks& callbacks) {
  static MPI_Comm self = MPI_COMM_SELF;
  void* const object = type.bind == MPI_T_BIND_NO_OBJECT ? nullptr : &self;
  MPI_T_event_registration registration{};
  if (!actor.did("MPI_T_event_handle_alloc",
                 calls.alloc(type.index, object, MPI_INFO_NULL, &registration))) {
    return false;
  }
  const unsigned ranks = 1 + actor.roll(4);
  for (unsigned rank = 4 - ranks; rank < 4; ++rank) {
    actor.did("MPI_T_event_register_callback",
              calls.listen(registration, static_cast<MPI_T_cb_safety>(safety_levels()[rank]),
                           MPI_INFO_NULL, &callbacks, &on_event));
  }
  actor.lane().exchange(static_cast<int>(actor.roll(3)));
  actor.did("MPI_T_event_handle_free", calls.free(registration, &callbacks, &on_freed));
  return true;
}

MPITCHECK_TEST("stress.events.registration",
               "Registrations that threads make and free beside traffic hear nothing once they are "
               "freed.",
               cites(clause::event_free_nothing_after, clause::event_free_callback_once,
                     clause::event_callback_user_data, clause::init_provided_governs_mpit_calls),
               needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  const EventCalls calls;
  const std::vector<EventType> types = watchable_types();
  Cast cast(control);
  const std::size_t slots = registrations_per_round * static_cast<std::size_t>(control.threads);
  std::uint64_t events = 0;
  t.examining(clause::event_free_nothing_after);
  // What was handed over stays: a library may call late.
  std::vector<std::unique_ptr<Callbacks[]>> rounds;
  constexpr std::size_t most_rounds = 64;
  for (const Deadline deadline(control.seconds); !deadline.over() && rounds.size() < most_rounds;) {
    rounds.push_back(std::make_unique<Callbacks[]>(slots));
    Callbacks* const callbacks = rounds.back().get();
    std::vector<std::size_t> used(static_cast<std::size_t>(control.threads));
    team(control.threads, "MPI_T_event_handle_alloc, _register_callback, _free, and messages",
         [&](int thread) {
           Actor& actor = cast[thread];
           const std::size_t first = registrations_per_round * static_cast<std::size_t>(thread);
           std::size_t& count = used[static_cast<std::size_t>(thread)];
           while (count < registrations_per_round && !deadline.over()) {
             const EventType& type = types[actor.roll(static_cast<unsigned>(types.size()))];
             if (live(calls, type, actor, callbacks[first + count])) ++count;
           }
         });
    drive_events();
    for (std::size_t thread = 0; thread < used.size(); ++thread) {
      for (std::size_t i = 0; i < used[thread]; ++i) {
        const Callbacks& it = callbacks[registrations_per_round * thread + i];
        events += it.events;
        judge(t, clause::event_free_nothing_after, "a registration", check_silence(it));
        judge(t, clause::event_free_callback_once, "a registration", check_freed(it));
      }
    }
  }
  t.measured("events", std::to_string(events));
  if (events == 0) t.missing("an event that is raised by self traffic");
  t.check(clause::event_callback_user_data, "user pointers", strange_pointers == 0,
          "those that were handed over", [] { return join(strange_pointers.load(), " others"); });
  cast.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

}  // namespace
}  // namespace mpitcheck::stress
