// SPDX-License-Identifier: BSD-3-Clause
// The work that signals interrupt, and the handler.
#include "stress/signals/storm.hpp"

#include <array>
#include <cerrno>
#include <csignal>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/test/lifecycle.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/traffic.hpp"
#include "reference/support/signal_name.hpp"
#include "reference/support/signal_timers.hpp"

namespace mpitcheck::stress {
namespace {

using Uses = std::vector<std::unique_ptr<PvarUse>>;

constexpr std::size_t cvars_used = 8;
constexpr int calls_in_a_row = 2000;
constexpr int calls_per_message = 50;
constexpr int storm_signal = SIGPROF;  // as in sampling tools
constexpr int storm_turns = 16;        // of equal time, whatever a round takes

const Uses* handler_uses = nullptr;
StormPage* handler_page = nullptr;

void on_signal(int) {
  const int saved_errno = errno;
  for (const auto& use : *handler_uses) use->act();
  handler_page->deliveries.fetch_add(1, std::memory_order_relaxed);
  Progress::instance().step();
  errno = saved_errno;
}

void deliver_one() { ::raise(storm_signal); }

/// Throws CannotGoOn if the library handles the signal, since its handler stays.
void require_free(int signal) {
  struct sigaction present {};
  ::sigaction(signal, nullptr, &present);
  if (present.sa_handler == SIG_DFL || present.sa_handler == SIG_IGN) return;
  throw CannotGoOn(join(mpit::signal_name(signal), " free for tests: the library handles it"));
}

/// Records the current work, for a process that finds this one hanging.
void passage(const std::string& text, const std::function<void()>& body) {
  Recorder::instance().call_begins(text);
  body();
  Recorder::instance().passage_ends(text);
}

void messages() { passage("messages to itself", drive_pvars); }

/// Every query, and a nested initialization of the interface.
void queries(const std::vector<CvarInfo>& cvars) {
  static_cast<void>(read_pvars());
  static_cast<void>(read_categories());
  static_cast<void>(read_enums());
  static_cast<void>(read_cvars());
  for (const CvarInfo& cvar : cvars) {
    const CvarHandle handle(cvar);
    if (handle.is_open()) static_cast<void>(handle.value());
  }
  int provided = 0;
  if (call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS) call::MPI_T_finalize();
}

/// Creates and frees sessions and handles.
void creation(const Uses& uses) {
  const PvarSession session;
  for (const auto& use : uses) {
    const PvarHandle handle(session, use->pvar());
    handle.run();
    static_cast<void>(handle.value());
    handle.halt();
  }
  session.start_all();
  session.stop_all();
}

/// Calls the functions that handlers call, on other handles, and little else, so that signals
/// interrupt these functions.
void same_functions(const Uses& uses) {
  const PvarSession session;
  const PvarHandle handle(session, uses.front()->pvar());
  ValueBuffer value = handle.buffer();
  const auto read = call::MPI_T_pvar_read.required_for(no_object);
  const auto start = call::MPI_T_pvar_start.required_for(no_object);
  const auto reset = call::MPI_T_pvar_reset.required_for(no_object);
  const auto stop = call::MPI_T_pvar_stop.required_for(no_object);
  passage("MPI_T_pvar_start, read, reset, stop in turn", [&] {
    for (int i = 0; i < calls_in_a_row; ++i) {
      if (i % calls_per_message == 0) self_traffic(1, 8);  // otherwise there is nothing to count
      start(session.get(), handle.get());
      read(session.get(), handle.get(), value.data());
      reset(session.get(), handle.get());
      stop(session.get(), handle.get());
    }
  });
}

/// The objects of the rounds.
struct StormObjects {
  Uses uses;
  std::vector<CvarInfo> cvars;
};

void round_of_all(const StormObjects& fixture, int number) {
  for (const auto& use : fixture.uses) use->turn_back();
  switch (number % 4) {
    case 0:
      return messages();
    case 1:
      return queries(fixture.cvars);
    case 2:
      return creation(fixture.uses);
    default:
      return same_functions(fixture.uses);
  }
}

/// Some cvars whose value can be read, tried in forked children.
std::vector<CvarInfo> harmless_cvars() {
  const std::vector<CvarInfo> cvars = read_cvars();
  const auto answers = probe_each(cvars.size(), [&](std::size_t i) {
    const CvarHandle handle(cvars[i]);
    return handle.is_open() && handle.value() ? 0 : 1;
  });
  std::vector<CvarInfo> harmless;
  for (std::size_t i = 0; i < cvars.size() && harmless.size() < cvars_used; ++i) {
    if (answers[i] == 0) harmless.push_back(cvars[i]);
  }
  return harmless;
}

/// Excludes objects whose use fails without signals.
void rehearse(StormObjects& fixture) {
  for (int number = 0; number < 8; ++number) {
    round_of_all(fixture, number);
    deliver_one();
  }
  std::erase_if(fixture.uses, [](const auto& use) { return use->is_unusual(); });
  for (const auto& use : fixture.uses) {
    if (!use->wrong(deliver_one).empty()) use->leave_unjudged();
  }
}

}  // namespace

std::string storm(Action action, const Control& control, StormPage& page) {
  Lifecycle lifecycle;
  lifecycle.tool_init();
  lifecycle.mpi_init();

  int pvars = 0;
  if (call::MPI_T_pvar_get_num(&pvars) == MPI_SUCCESS && pvars == 0)
    throw CannotGoOn("a pvar (the library has none)");
  std::string wrong;
  {
    const PvarSession session;
    StormObjects fixture{uses_of(action, session), harmless_cvars()};
    const Uses& uses = fixture.uses;
    handler_uses = &uses;
    handler_page = &page;
    require_free(storm_signal);
    mpit::handle_signal(storm_signal, on_signal);
    if (!uses.empty()) rehearse(fixture);
    if (uses.empty()) {
      throw CannotGoOn(join("a pvar that takes ", function_name(action), " without signals"));
    }
    page.usual_code = uses.front()->usual_code();
    page.deliveries = 0;
    page.phase = StormPhase::delivering;
    {
      const mpit::SignalTimers timer(storm_signal, control.signal_rate);
      for (int number = 0; number < storm_turns && !asked_to_stop(); ++number) {
        const Deadline deadline(control.seconds / storm_turns);
        do {
          round_of_all(fixture, number);
          page.rounds.fetch_add(1, std::memory_order_relaxed);
        } while (!deadline.over());
      }
    }
    for (const auto& use : uses) {
      if (wrong.empty()) wrong = use->wrong(deliver_one);
    }
    page.phase = StormPhase::over;
    std::signal(storm_signal, SIG_IGN);
  }
  lifecycle.tear_down();
  return wrong;
}

}  // namespace mpitcheck::stress
