// SPDX-License-Identifier: BSD-3-Clause
// Makes all calls and records those that kill the process.
#include "conformance/harness/survey/survey.hpp"

#include <signal.h>

#include <algorithm>
#include <array>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

// For one function: if no call of it ever returned, a few deaths are enough.
constexpr int deaths_of_all = 3;
constexpr int hangs_of_all = 2;
constexpr int most_deaths = 50;
constexpr int most_hangs = 4;
constexpr int most_attempts = 200;
constexpr double patience_with_known_hang = 1;

// Looks up a name that exists.
template <class GetIndex, class... Name>
void look_up(const GetIndex& get_index, Name... name) {
  as_far_as_possible([&] {
    int found = 0;
    get_index(name..., &found);
  });
}

void ask_for_cvar(int index) {
  const auto cvar = read_cvar(index);
  if (!cvar) return;
  look_up(call::MPI_T_cvar_get_index, cvar->name.c_str());
  if (!object_for(cvar->bind)) return;
  CvarHandle handle(*cvar);
  if (!handle.is_open()) return;
  as_far_as_possible([&] {
    const auto value = handle.value();
    if (value && has_writable_scope(*cvar)) handle.write(*value);
  });
  handle.free();
}

void ask_for_pvar(int index, const PvarSession* session) {
  const auto pvar = read_pvar(index);
  if (!pvar) return;
  look_up(call::MPI_T_pvar_get_index, pvar->name.c_str(), pvar->var_class);
  if (session == nullptr || !object_for(pvar->bind)) return;
  const PvarHandle handle(*session, *pvar);
  // Includes calls that should be refused: tests make them too.
  const std::function<void()> uses[] = {[&] { handle.start(); },
                                        [&] { static_cast<void>(handle.value()); },
                                        [&] { handle.write(handle.value()); },
                                        [&] { handle.reset(); },
                                        [&] {
                                          ValueBuffer value = handle.buffer();
                                          handle.readreset(value);
                                        },
                                        [&] { handle.stop(); }};
  for (const auto& use : uses) as_far_as_possible(use);
}

// The session has no handles, so that no other session is affected.
void ask_for_all_handles(const PvarSession& session) {
  as_far_as_possible([&] { session.start_all(); });
  as_far_as_possible([&] { session.reset_all(); });
  as_far_as_possible([&] { session.stop_all(); });
}

void ask_for_category(int index) {
  const auto category = read_category(index);
  if (!category) return;
  look_up(call::MPI_T_category_get_index, category->name.c_str());
  for (const MemberKind& kind : member_kinds()) {
    as_far_as_possible([&] { members_of(kind, *category); });
  }
}

void ask_for_infos(const EventWatch& watch, MPI_T_cb_safety safety) {
  MPI_Info info = MPI_INFO_NULL;
  const auto done = [&] {
    if (info != MPI_INFO_NULL) MPI_Info_free(&info);
  };
  as_far_as_possible([&] { call::MPI_T_event_handle_get_info(watch.get(), &info); });
  if (info != MPI_INFO_NULL) {  // nothing allows setting a null handle
    as_far_as_possible([&] { call::MPI_T_event_handle_set_info(watch.get(), info); });
  }
  done();
  as_far_as_possible([&] { call::MPI_T_event_callback_get_info(watch.get(), safety, &info); });
  if (info != MPI_INFO_NULL) {
    as_far_as_possible([&] { call::MPI_T_event_callback_set_info(watch.get(), safety, info); });
  }
  done();
}

void ask_for_event(const EventType& type) {
  EventWatch watch(type);
  as_far_as_possible([&] { watch.listen_everywhere(); });
  as_far_as_possible([&] { watch.handle_drops(); });
  ask_for_infos(watch, static_cast<MPI_T_cb_safety>(safety_levels().front()));
  watch.free(false);
}

void ask_for_source(int index) {
  SourceInfo source{};
  as_far_as_possible([&] { query_source(index, source); });
  MPI_Count now = 0;
  call::MPI_T_source_get_timestamp(index, &now);
}

void ask_for_all(int count, const std::function<void(int)>& ask) {
  for (int i = 0; i < count; ++i) as_far_as_possible([&] { ask(i); });
}

// The number of elements of the event type under test.
std::size_t elements_delivered = 0;

void on_event(MPI_T_event_instance instance, MPI_T_event_registration, MPI_T_cb_safety, void*) {
  const RawEventCalls& raw = raw_event_calls();
  Quarantine& quarantine = Quarantine::instance();
  const auto ask = [&](std::string_view function, int object, const auto& make) {
    try {
      quarantine.enter(function, object);
    } catch (const Quarantined&) {
      return;
    }
    make();
    quarantine.leave();
  };
  std::array<unsigned char, 4096> room{};
  int source = 0;
  MPI_Count stamp = 0;
  ask("MPI_T_event_get_source", no_object, [&] { raw.get_source(instance, &source); });
  ask("MPI_T_event_get_timestamp", no_object, [&] { raw.get_timestamp(instance, &stamp); });
  for (std::size_t i = 0; i < elements_delivered; ++i) {
    const int element = static_cast<int>(i);
    ask("MPI_T_event_read", element, [&] { raw.read(instance, element, room.data()); });
  }
  ask("MPI_T_event_copy", no_object, [&] { raw.copy(instance, room.data()); });
}

MPI_T_event_registration listen_to(const EventType& type) {
  MPI_T_event_registration handle{};
  void* const object = object_for(type.bind).value_or(nullptr);
  if (call::MPI_T_event_handle_alloc(type.index, object, MPI_INFO_NULL, &handle) != MPI_SUCCESS) {
    throw CannotGoOn("a handle of " + type.label());
  }
  elements_delivered = type.datatypes.size();
  call::MPI_T_event_register_callback(handle, static_cast<MPI_T_cb_safety>(safety_levels().front()),
                                      MPI_INFO_NULL, nullptr, &on_event);
  return handle;
}

}  // namespace

void ask_for_everything() {
  ask_for_all(cvar_num(), ask_for_cvar);
  std::optional<PvarSession> session;
  as_far_as_possible([&] { session.emplace(); });
  ask_for_all(pvar_num(), [&](int i) { ask_for_pvar(i, session ? &*session : nullptr); });
  if (session) ask_for_all_handles(*session);
  session.reset();
  as_far_as_possible([] {
    int update_number = 0;
    call::MPI_T_category_changed(&update_number);
  });
  ask_for_all(category_num(), ask_for_category);
  static_cast<void>(read_enums());
  as_far_as_possible([] {
    for (const EventType& type : read_event_types()) {
      look_up(call::MPI_T_event_get_index, type.name.c_str());
    }
    for (const EventType& type : watchable_types()) {
      as_far_as_possible([&] { ask_for_event(type); });
    }
  });
  as_far_as_possible([] { ask_for_all(source_num(), ask_for_source); });
}

void ask_in_callbacks() {
  as_far_as_possible([] {
    for (const EventType& type : watchable_types()) {
      as_far_as_possible([&] {
        MPI_T_event_registration handle = listen_to(type);
        drive_events();
        call::MPI_T_event_handle_free(handle, nullptr, nullptr);
      });
    }
  });
}

Attempt attempt(FunctionRef<void(int out)> work,
                FunctionRef<double(const std::string& function)> seconds_for) {
  Quarantine::Watched& seen = Quarantine::instance().watch();
  seen.inside = seen.finished = false;
  const auto function = [&] { return std::string(all_functions()[seen.function].name); };
  unsigned long count = 0;
  GivenTime given;  // since the call began
  bool hangs = false;
  const auto watch = [&](pid_t child) {
    if (!seen.inside || seen.count != count) {
      count = seen.count;
      given = {};
      return;
    }
    given.look({child, seen.caller});
    // The child watches its own children. Their time ends before the child's.
    const double patience_here = seconds_for(function()) * (seen.caller == child ? 1 : 2);
    if (given.seconds() > patience_here) {
      hangs = true;
      ::kill(child, SIGKILL);
    }
  };
  ChildResult child = in_child(
      [&](int out) {
        work(out);
        seen.finished = true;
      },
      watch);
  Attempt result{seen.finished, {}, {}, std::move(child.output), std::move(child.frames)};
  if (!result.finished) {
    result.how =
        child.signal != 0 ? signal_name(child.signal) : join("exit status ", child.exit_code);
    if (hangs) result.how = never_returns;
    if (seen.inside) result.death = {function(), seen.object, result.how};
  }
  seen.inside = seen.finished = false;
  return result;
}

double patience() {
  constexpr double where_starts_are_quick = 3;
  return where_starts_are_quick + habits().start_seconds;
}

Survey::Survey(std::function<void(const DeadlyCall&)> found) : found_(std::move(found)) {}

Attempt Survey::get_through(FunctionRef<void(int out)> work, double seconds) {
  // This process cannot fork, so deadly calls cannot be found here.
  if (is_child() && !can_fork()) return {true, {}, {}, {}};
  const auto seconds_for = [&](const std::string& function) {
    return hangs_[function] > 0 ? std::min(seconds, patience_with_known_hang) : seconds;
  };
  for (int i = 1;; ++i) {
    Attempt result = attempt(work, seconds_for);
    if (!result.death || i == most_attempts) return result;
    add(*result.death);
  }
}

void Survey::add(DeadlyCall call) {
  Quarantine& quarantine = Quarantine::instance();
  const int deaths = ++deaths_[call.function];
  const int hangs = hangs_[call.function] += call.hangs() ? 1 : 0;
  const bool none_returned = !quarantine.has_returned(call.function);
  if ((none_returned && (deaths >= deaths_of_all || hangs >= hangs_of_all)) ||
      deaths >= most_deaths || hangs >= most_hangs) {
    call.object = no_object;
  }
  std::vector<DeadlyCall> calls = quarantine.calls();
  if (call.object == no_object) {
    std::erase_if(calls, [&](const DeadlyCall& of) { return of.function == call.function; });
  }
  calls.push_back(call);
  quarantine.set(std::move(calls));
  if (found_) found_(call);
}

}  // namespace mpitcheck
