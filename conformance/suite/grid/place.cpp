// SPDX-License-Identifier: BSD-3-Clause
// Event callbacks that make calls, and the tool that is loaded.
#include "conformance/suite/grid/place.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/process/beside.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/grid/handles.hpp"

namespace mpitcheck::grid {
namespace {

constexpr int most_tries = 10;  // to raise an event, each with the whole repertoire

// The event type whose callbacks are called with the wanted level. Without one, plain code makes
// the calls.
struct Wanted {
  MPI_T_cb_safety safety{};
  int event = -1;
  int elements = -1;
};
Wanted wanted;

MPI_T_pvar_session first_session = MPI_T_PVAR_SESSION_NULL;

// The work of a callback. It may be called more than once, and by other threads.
struct Turn {
  const Place::Act* act = nullptr;
  ThreadId thread = this_thread();
  bool is_over = false;
  std::exception_ptr thrown;
};
Turn* turn = nullptr;

// Whether a registration of the event type is called with the wanted level.
struct Heard {
  EventType type;
  MPI_T_event_registration registration{};
  bool as_wanted = false;
};

void on_trial(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety safety, void* heard) {
  if (safety == wanted.safety && turn->thread == this_thread()) {
    static_cast<Heard*>(heard)->as_wanted = true;
  }
}

// Uses parts of MPI until `is_over`, starting with the part that raised the last event.
template <class IsOver>
void raise_events(const IsOver& is_over) {
  static std::size_t next = 0;
  const auto parts = parts_of_mpi();
  for (std::size_t i = 0; i < parts.size(); ++i, ++next) {
    use_part(parts[next % parts.size()]);
    if (is_over()) return;
  }
}

void forget(MPI_T_event_registration registration) {
  call::MPI_T_event_handle_free.if_possible(registration, nullptr, nullptr);
}

// All event types that can be registered now.
std::vector<Heard> listen_to_all() {
  std::vector<Heard> all;
  for (const EventInfo& event : read_events()) {
    const auto type = read_event_type(event);
    if (type && type->bind == MPI_T_BIND_NO_OBJECT) all.push_back({*type});
  }
  std::erase_if(all, [](Heard& heard) {
    return call::MPI_T_event_handle_alloc(heard.type.index, nullptr, MPI_INFO_NULL,
                                          &heard.registration) != MPI_SUCCESS;
  });
  for (Heard& heard : all) {  // the vector does not move any more
    call::MPI_T_event_register_callback(heard.registration, wanted.safety, MPI_INFO_NULL, &heard,
                                        &on_trial);
  }
  return all;
}

}  // namespace

void require_place(const State& state) {
  const bool needs_events = state.steps.find("callback:") != state.steps.npos;
  if (needs_events && !call::MPI_T_event_register_callback.present()) throw CannotGoOn("events");
}

void listen_in_callbacks(std::string_view safety) {
  const auto level = constant(join("MPI_T_CB_REQUIRE_", safety));
  if (!level) throw CannotGoOn("safety levels");
  wanted = {static_cast<MPI_T_cb_safety>(*level)};
  Turn trial;
  turn = &trial;
  std::vector<Heard> all = listen_to_all();
  if (!all.empty()) raise_events([] { return false; });
  for (const Heard& heard : all) forget(heard.registration);
  turn = nullptr;
  const auto elements = [](const Heard& heard) {
    return heard.as_wanted ? static_cast<int>(heard.type.datatypes.size()) : -1;
  };
  const auto best = std::ranges::max_element(all, {}, [&](const Heard& heard) {
    return std::min(elements(heard), 1);  // the first type that has elements
  });
  if (best == all.end() || !best->as_wanted) {
    throw CannotGoOn(
        join("an event that demands ", safety, " of callbacks, in the thread that causes it"));
  }
  wanted.event = best->type.index;
  wanted.elements = elements(*best);
}

int elements_of_instances() { return wanted.elements; }

Caller second_tool() {
  void* const tool = ::dlopen(beside_program("second_tool.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const calls = tool == nullptr ? nullptr : ::dlsym(tool, "mpitcheck_second_tool");
  if (calls == nullptr) throw CannotGoOn("a second tool");
  return reinterpret_cast<Caller>(calls);
}

void let_second_tool_call() {
  first_session = Handles::session();
  CallsBy::from_now_on(second_tool());
}

MPI_T_pvar_session session_of_first_tool() {
  return first_session == MPI_T_PVAR_SESSION_NULL ? Handles::session() : first_session;
}

Place::Place() {
  if (wanted.event < 0) return;
  must_succeed("a registration", call::MPI_T_event_handle_alloc(wanted.event, nullptr,
                                                                MPI_INFO_NULL, &registration_));
  must_succeed("a callback", call::MPI_T_event_register_callback(
                                 registration_, wanted.safety, MPI_INFO_NULL, nullptr, &on_event));
}

Place::~Place() {
  if (wanted.event >= 0) forget(registration_);
}

void Place::visit(Act act) const {
  if (wanted.event < 0) return act({});
  Turn mine;
  mine.act = &act;
  turn = &mine;
  for (int i = 0; i < most_tries && !mine.is_over; ++i) {
    raise_events([&mine] { return mine.is_over; });
  }
  turn = nullptr;
  if (mine.thrown) std::rethrow_exception(mine.thrown);
  if (!mine.is_over) throw NothingToTry("an event");
}

void Place::on_event(MPI_T_event_instance instance, MPI_T_event_registration,
                     MPI_T_cb_safety safety, void*) {
  Turn* const mine = turn;
  if (mine == nullptr || mine->is_over || mine->thread != this_thread() ||
      safety != wanted.safety) {
    return;
  }
  mine->is_over = true;
  try {
    (*mine->act)(instance);
  } catch (...) {  // no exception may pass the library's functions
    mine->thrown = std::current_exception();
  }
}

}  // namespace mpitcheck::grid
