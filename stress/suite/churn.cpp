// SPDX-License-Identifier: BSD-3-Clause
// Hundreds of thousands of created and freed sessions, handles and registrations leak nothing.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "stress/control/control.hpp"
#include "stress/history/flat.hpp"
#include "stress/traffic/sums.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int stretches = 5;
constexpr int rounds_between_looks = 64;
constexpr std::uint64_t most_refused = 50;

/// The limit for any duration, since a library that leaks must not use up the machine's memory.
constexpr std::uint64_t most_rounds = 1'000'000;

/// If the footprint grew in a stretch, measures the growth over an equal time without calls. The
/// library's background work causes that much of it.
void set_background_aside(Stretch& stretch, const Footprint& before, Clock::duration elapsed) {
  if (stretch.after.kibibytes <= before.kibibytes &&
      stretch.after.descriptors <= before.descriptors) {
    return;
  }
  const auto idle = std::min<Clock::duration>(elapsed, std::chrono::seconds(5));
  std::this_thread::sleep_for(idle);
  const Footprint now = Footprint::now();
  const std::chrono::duration<double> all = elapsed + idle, looked = idle;
  const auto over_all = [&](long gain) {
    return std::lround(static_cast<double>(gain) * (all / looked) * 1.2);
  };
  stretch.background = over_all(now.kibibytes - stretch.after.kibibytes);
  stretch.background_descriptors = over_all(now.descriptors - stretch.after.descriptors);
  stretch.after = now;
}

/// Repeats `round(i)` for the objects 0 to `objects` - 1, and judges what leaked. A round returns
/// its last call. Objects that refuse their first round are left out, since other tests judge that.
/// A later refusal breaks `rule(call)`. False if no object is left.
bool churn(Test& t, const std::string& what, const Control& control, std::size_t objects,
           const std::function<FailedCall(std::size_t)>& round,
           const std::function<Clause(const FailedCall&)>& rule) {
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < objects; ++i) {
    if (round(i).code == MPI_SUCCESS) usable.push_back(i);
  }
  if (usable.empty()) return false;
  std::vector<Stretch> done;
  std::vector<double> nanoseconds;
  std::uint64_t rounds = 0;
  std::uint64_t refused = 0;  // in a row
  for (int i = 0; i < stretches; ++i) {
    const Deadline deadline(control.seconds / stretches);
    const auto started = Clock::now();
    Stretch stretch{};
    while (stretch.rounds < most_rounds / stretches && !deadline.over()) {
      for (int j = 0; j < rounds_between_looks; ++j, ++stretch.rounds) {
        const FailedCall last = round(usable[(rounds + stretch.rounds) % usable.size()]);
        // A refusal for lack of room is allowed now and then, but freed objects must be available
        // again.
        refused = is_no_room(last.code) ? refused + 1 : 0;
        if (last.code == MPI_SUCCESS || (refused != 0 && refused < most_refused)) continue;
        t.check(rule(last), join(what, ", round ", rounds + stretch.rounds), last.as_expected());
        return true;
      }
    }
    const Clock::duration elapsed = Clock::now() - started;
    nanoseconds.push_back(std::chrono::duration<double, std::nano>(elapsed).count() /
                          static_cast<double>(stretch.rounds));
    stretch.after = Footprint::now();
    if (!done.empty()) set_background_aside(stretch, done.back().after, elapsed);
    rounds += stretch.rounds;
    done.push_back(stretch);
  }
  t.measured(what + ": rounds", std::to_string(rounds));
  t.measured(
      what + ": ns per round, first and last stretch",
      join(static_cast<long>(nanoseconds.front()), ", ", static_cast<long>(nanoseconds.back())));
  const Footprint& first = done.front().after;
  const Footprint& last = done.back().after;
  t.measured(what + ": KiB more", std::to_string(last.kibibytes - first.kibibytes));
  t.measured(what + ": descriptors more", std::to_string(last.descriptors - first.descriptors));
  tell_if_stopped(t);
  judge(t, clause::general_resources_steady, what, check_flat(done));
  return true;
}

std::function<Clause(const FailedCall&)> always(Clause rule) {
  return [rule](const FailedCall&) { return rule; };
}

MPITCHECK_TEST("stress.churn.sessions", "Creating and freeing sessions leaks nothing.",
               cites(clause::general_resources_steady, clause::pvar_session_create,
                     clause::pvar_session_free_nulls),
               needs::mpi) {
  const Control control = Control::of(t);
  const PvarCalls pvar;
  const auto round = [&](std::size_t) {
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    FailedCall last{"MPI_T_pvar_session_create", pvar.session_create(&session)};
    if (last.code == MPI_SUCCESS) last = {"MPI_T_pvar_session_free", pvar.session_free(&session)};
    return last;
  };
  t.examining(clause::pvar_session_free_nulls);
  if (!churn(t, "sessions", control, 1, round, rule_broken_by)) {
    throw CannotGoOn("a pvar session");
  }
}

MPITCHECK_TEST("stress.churn.pvar-handles",
               "Allocating and freeing handles of pvars leaks nothing, and a new handle works.",
               cites(clause::general_resources_steady, clause::pvar_handle_alloc,
                     clause::pvar_handle_free_nulls, clause::pvar_start_begins_updates,
                     clause::pvar_stop_freezes),
               needs::mpi) {
  const Control control = Control::of(t);
  const PvarCalls pvar;
  const std::vector<PvarInfo> pvars = callable(surviving_pvars());
  if (pvars.empty()) throw CannotGoOn("a pvar that can be used");
  const PvarSession session;
  const auto round = [&](std::size_t i) {
    const PvarInfo& it = pvars[i];
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    FailedCall last{
        "MPI_T_pvar_handle_alloc",
        pvar.handle_alloc(session.get(), it.index, object_for(it.bind).value(), &handle, &count)};
    if (last.code == MPI_SUCCESS && it.continuous == 0) {
      last = {"MPI_T_pvar_start", pvar.start(session.get(), handle)};
    }
    if (last.code != MPI_SUCCESS) return last;
    return FailedCall{"MPI_T_pvar_handle_free", pvar.handle_free(session.get(), &handle)};
  };
  t.examining(clause::pvar_handle_free_nulls);
  if (!churn(t, "pvar handles", control, pvars.size(), round, rule_broken_by)) {
    throw CannotGoOn("a pvar handle");
  }
  for (const TrafficSum& sum : traffic_sums()) {
    Messages messages;
    SelfMessages messages_to_self(messages, 0);
    const PvarHandle handle(session, sum.pvar);
    handle.run();
    messages_to_self.exchange(2);
    handle.halt();
    const Numbers stopped = handle.numbers();
    messages_to_self.exchange(2);
    const Numbers later = handle.numbers();
    t.check(clause::pvar_stop_freezes, sum, numbers_are(later, stopped).as_before());
  }
}

MPITCHECK_TEST("stress.churn.cvar-handles",
               "Allocating and freeing handles of cvars leaks nothing.",
               cites(clause::general_resources_steady, clause::cvar_handle_free_nulls),
               needs::tool) {
  const Control control = Control::of(t);
  std::vector<CvarInfo> cvars;
  for (const CvarInfo& cvar : without_quarantined(read_cvars(), call::MPI_T_cvar_handle_alloc,
                                                  call::MPI_T_cvar_handle_free)) {
    if (cvar.bound_to_nothing()) cvars.push_back(cvar);
  }
  if (cvars.empty()) throw CannotGoOn("a cvar that is bound to nothing");
  const auto alloc = call::MPI_T_cvar_handle_alloc.required_for(no_object);
  const auto free = call::MPI_T_cvar_handle_free.required_for(no_object);
  const auto round = [&](std::size_t i) {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int count = 0;
    FailedCall last{"MPI_T_cvar_handle_alloc", alloc(cvars[i].index, nullptr, &handle, &count)};
    if (last.code == MPI_SUCCESS) last = {"MPI_T_cvar_handle_free", free(&handle)};
    return last;
  };
  t.examining(clause::cvar_handle_free_nulls);
  if (!churn(t, "cvar handles", control, cvars.size(), round,
             always(clause::cvar_handle_free_nulls))) {
    throw CannotGoOn("a cvar handle");
  }
}

MPITCHECK_TEST("stress.churn.registrations",
               "Allocating and freeing event registrations leaks nothing.",
               cites(clause::general_resources_steady, clause::event_handle_alloc,
                     clause::event_callback_register, clause::event_free_success),
               needs::mpi) {
  const Control control = Control::of(t);
  const std::vector<EventType> types =
      without_quarantined(audible_types(), call::MPI_T_event_handle_free);
  if (types.empty()) throw CannotGoOn("an event type whose registration can be freed");
  const auto alloc = call::MPI_T_event_handle_alloc.required_for(no_object);
  const auto listen = call::MPI_T_event_register_callback.required_for(no_object);
  const auto free = call::MPI_T_event_handle_free.required_for(no_object);
  const auto level = static_cast<MPI_T_cb_safety>(safety_levels()[0]);
  static MPI_Comm self = MPI_COMM_SELF;
  const auto round = [&](std::size_t i) {
    const EventType& type = types[i];
    MPI_T_event_registration registration{};
    void* const object = type.bind == MPI_T_BIND_NO_OBJECT ? nullptr : &self;
    const FailedCall made{"MPI_T_event_handle_alloc",
                          alloc(type.index, object, MPI_INFO_NULL, &registration)};
    if (made.code != MPI_SUCCESS) return made;
    const FailedCall listened{
        "MPI_T_event_register_callback",
        listen(registration, level, MPI_INFO_NULL, nullptr,
               [](MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*) {})};
    const FailedCall freed{"MPI_T_event_handle_free", free(registration, nullptr, nullptr)};
    return listened.code == MPI_SUCCESS ? freed : listened;
  };
  const auto rule = [](const FailedCall& refused) {
    const std::string_view function = refused.function;
    if (function == "MPI_T_event_handle_alloc") return clause::event_handle_alloc;
    if (function == "MPI_T_event_register_callback") return clause::event_callback_register;
    return clause::event_free_success;
  };
  t.examining(clause::event_free_success);
  if (!churn(t, "registrations", control, types.size(), round, rule)) {
    throw CannotGoOn("an event registration");
  }
}

MPITCHECK_TEST("stress.churn.nested-inits",
               "Nested initializations and finalizations leak nothing.",
               cites(clause::general_resources_steady, clause::init_nested_only_counts),
               needs::mpi) {
  const Control control = Control::of(t);
  const auto init = call::MPI_T_init_thread.required();
  const auto finalize = call::MPI_T_finalize.required();
  const auto round = [&](std::size_t) {
    int provided = 0;
    FailedCall last{"MPI_T_init_thread", init(MPI_THREAD_SINGLE, &provided)};
    if (last.code == MPI_SUCCESS) last = {"MPI_T_finalize", finalize()};
    return last;
  };
  t.examining(clause::init_nested_only_counts);
  churn(t, "nested inits", control, 1, round, always(clause::init_nested_only_counts));
}

}  // namespace
}  // namespace mpitcheck::stress
