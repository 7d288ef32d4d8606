// SPDX-License-Identifier: BSD-3-Clause
// Threads register and free callbacks while they and others raise events.
#include <deque>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "stress/control/control.hpp"
#include "stress/history/callbacks.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {
namespace {

constexpr std::size_t registrations_per_round = 2048;  // per thread

// Calls with a user pointer that was not registered.
std::atomic<std::uint64_t> strange_in_events{0};
std::atomic<std::uint64_t> strange_in_frees{0};

void on_event(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void* user_data) {
  if (Callbacks* const callbacks = known_callbacks(user_data)) {
    callbacks->on_event();
  } else {
    ++strange_in_events;
  }
}

void on_freed(MPI_T_event_registration, MPI_T_cb_safety, void* user_data) {
  if (Callbacks* const callbacks = known_callbacks(user_data)) {
    callbacks->on_freed();
  } else {
    ++strange_in_frees;
  }
}

struct EventCalls {
  decltype(call::MPI_T_event_handle_alloc)::Pointer alloc =
      call::MPI_T_event_handle_alloc.required_for(no_object);
  decltype(call::MPI_T_event_register_callback)::Pointer listen =
      call::MPI_T_event_register_callback.required_for(no_object);
  decltype(call::MPI_T_event_handle_free)::Pointer free =
      call::MPI_T_event_handle_free.required_for(no_object);
};

/// Registers, sends, frees; false if no handle could be allocated.
bool live(const EventCalls& calls, const EventType& type, Worker& worker, Callbacks& callbacks) {
  static MPI_Comm self = MPI_COMM_SELF;
  void* const object = type.bind == MPI_T_BIND_NO_OBJECT ? nullptr : &self;
  MPI_T_event_registration registration{};
  if (!worker.did("MPI_T_event_handle_alloc",
                  calls.alloc(type.index, object, MPI_INFO_NULL, &registration))) {
    return false;
  }
  const unsigned ranks = 1 + worker.roll(4);
  for (unsigned rank = 4 - ranks; rank < 4; ++rank) {
    worker.did("MPI_T_event_register_callback",
               calls.listen(registration, static_cast<MPI_T_cb_safety>(safety_levels()[rank]),
                            MPI_INFO_NULL, &callbacks, &on_event));
  }
  worker.messages_to_self().exchange(static_cast<int>(worker.roll(3)));
  worker.did("MPI_T_event_handle_free", calls.free(registration, &callbacks, &on_freed));
  return true;
}

/// The registrations of all threads in one round.
struct Round {
  explicit Round(int threads)
      : used(static_cast<std::size_t>(threads)), callbacks(registrations_per_round * used.size()) {}

  [[nodiscard]] Callbacks& at(std::size_t thread, std::size_t which) const {
    return callbacks[registrations_per_round * thread + which];
  }

  /// Judges all registrations and counts their events. Returns false if a free function was not
  /// called yet. Its objects must then stay.
  bool judge_all(Test& t, std::uint64_t& events) const {
    bool all_freed = true;
    for (std::size_t thread = 0; thread < used.size(); ++thread) {
      for (std::size_t i = 0; i < used[thread]; ++i) {
        const Callbacks& it = at(thread, i);
        events += it.events;
        all_freed = all_freed && it.freed != 0;
        judge(t, clause::event_free_nothing_after, "a registration", check_silence(it));
        judge(t, clause::event_free_callback_once, "a registration", check_freed(it));
      }
    }
    return all_freed;
  }

  std::vector<std::size_t> used;  // per thread
  CallbacksOfRound callbacks;
};

MPITCHECK_TEST(
    "stress.events.registration",
    "Registrations that threads make and free during traffic receive nothing after they are freed.",
    cites(clause::event_free_nothing_after, clause::event_free_callback_once,
          clause::event_callback_user_data, clause::event_free_user_data,
          clause::init_provided_governs_mpit_calls),
    needs::nothing) {
  constexpr std::size_t rounds_kept = 8;  // for late events
  const Control control = Control::of(t);
  mpi_for_threads(t);
  const EventCalls calls;
  const std::vector<EventType> types =
      without_quarantined(audible_types(), call::MPI_T_event_handle_free);
  if (types.empty()) throw CannotGoOn("an event type whose registration can be freed");
  Workers workers(control);
  std::uint64_t events = 0;
  std::deque<Round> rounds;
  t.examining(clause::event_free_nothing_after);
  bool all_freed = true;
  for (const Deadline deadline(control.seconds); !deadline.over() && all_freed;) {
    Round& round = rounds.emplace_back(control.threads);
    team(control.threads, "MPI_T_event_handle_alloc, _register_callback, _free, and messages",
         [&](int thread) {
           Worker& worker = workers[thread];
           const auto own = static_cast<std::size_t>(thread);
           std::size_t& count = round.used[own];
           while (count < registrations_per_round && !deadline.over()) {
             const EventType& type = types[worker.roll(static_cast<unsigned>(types.size()))];
             if (live(calls, type, worker, round.at(own, count))) ++count;
           }
         });
    drive_events();
    if (rounds.size() <= rounds_kept) continue;
    all_freed = rounds.front().judge_all(t, events);
    if (all_freed) rounds.pop_front();
  }
  for (const Round& round : rounds) round.judge_all(t, events);
  t.measured("events", std::to_string(events));
  if (events == 0) t.missing("an event that is raised by self traffic");
  const auto only_known = [](const std::atomic<std::uint64_t>& strange) {
    return equals("user_data that nobody handed over", static_cast<long long>(strange.load()), 0);
  };
  t.check(clause::event_callback_user_data, "user pointers",
          only_known(strange_in_events).of("MPI_T_event_cb_function"));
  t.check(clause::event_free_user_data, "user pointers",
          only_known(strange_in_frees).of("MPI_T_event_free_cb_function"));
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

}  // namespace
}  // namespace mpitcheck::stress
