// SPDX-License-Identifier: BSD-3-Clause
// Repeated initializations, sessions, handles and registrations do not use up resources. A library
// may allocate in the first cycles and keep that, so only growth in every window of later cycles is
// charged.
#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/process/holdings.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr Clause steady = clause::general_resources_steady;

constexpr int first_cycles = 20;
constexpr int windows = 3;
constexpr int window = 30;  // cycles
constexpr int most_objects = 16;
constexpr double longest_pause = 0.5;  // seconds

struct Resource {
  std::string_view name;
  long Holdings::*number;
  long least;  // growth in a window that counts
};

// In this order, since a thread has memory, and memory has mappings and pages.
constexpr Resource resources[] = {
    {"descriptors", &Holdings::descriptors, window / 10},
    {"keys", &Holdings::keys, window / 10},
    {"threads", &Holdings::threads, window / 10},
    {"bytes of the heap", &Holdings::bytes, window * 16L},  // no allocator returns smaller blocks
    {"mappings", &Holdings::mappings, window / 10},
    {"pages", &Holdings::pages, window},
};

using Gains = std::array<long, std::size(resources)>;

// False if a cycle does not succeed.
bool repeat(int times, FunctionRef<bool()> cycle) {
  for (int i = 0; i < times; ++i) {
    if (!cycle()) return false;
  }
  return true;
}

// The gains of one window of cycles, less those of an equal time in which nothing is called.
std::optional<Gains> gains_of_window(FunctionRef<bool()> cycle) {
  const Holdings before = Holdings::now();
  const auto began = std::chrono::steady_clock::now();
  if (!repeat(window, cycle)) return std::nullopt;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const Holdings after = Holdings::now();
  const std::chrono::duration<double> pause(std::min(took.count(), longest_pause));
  std::this_thread::sleep_for(pause);
  const double times = 2 * (took / pause);  // a margin
  const Holdings idle = Holdings::now();
  Gains gains{};
  for (std::size_t i = 0; i < gains.size(); ++i) {
    const auto number = resources[i].number;
    const double meanwhile =
        times * static_cast<double>(std::max(0L, idle.*number - after.*number));
    gains[i] = after.*number - before.*number - static_cast<long>(meanwhile);
  }
  return gains;
}

// `function` should free what a cycle allocates.
void check_steady(Test& t, std::string_view cycles, std::string_view function,
                  FunctionRef<bool()> cycle) {
  const auto too_few = [&] { t.missing(join("enough successful cycles of ", cycles)); };
  if (!repeat(first_cycles, cycle)) return too_few();
  Gains least{};
  least.fill(LONG_MAX);
  for (int i = 0; i < windows; ++i) {
    const auto gains = gains_of_window(cycle);
    if (!gains) return too_few();
    for (std::size_t k = 0; k < least.size(); ++k) least[k] = std::min(least[k], (*gains)[k]);
  }
  t.examining(steady);
  for (std::size_t k = 0; k < least.size(); ++k) {
    const std::string output = join(resources[k].name, " more after ", window, " cycles");
    if (!t.check(steady, cycles, below(output, least[k], resources[k].least).of(function))) return;
  }
}

bool pvar_session_cycle() {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  const int code = call::MPI_T_pvar_session_create(&session);
  if (code != MPI_SUCCESS) return is_no_room(code);
  return call::MPI_T_pvar_session_free(&session) == MPI_SUCCESS;
}

bool pvar_handle_cycle(MPI_T_pvar_session session, const PvarInfo& pvar) {
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  const int code =
      call::MPI_T_pvar_handle_alloc(session, pvar.index, *object_for(pvar.bind), &handle, &count);
  if (code != MPI_SUCCESS) return is_no_room(code);
  if (pvar.continuous == 0) call::MPI_T_pvar_start(session, handle);
  return call::MPI_T_pvar_handle_free(session, &handle) == MPI_SUCCESS;
}

bool cvar_handle_cycle(const CvarInfo& cvar) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  const int code =
      call::MPI_T_cvar_handle_alloc(cvar.index, *object_for(cvar.bind), &handle, &count);
  if (code != MPI_SUCCESS) return is_no_room(code);
  return call::MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS;
}

// The first variable that needs no object. Indices are valid for this initialization only (A6).
template <class Info>
std::optional<Info> first_unbound(int number, std::optional<Info> (*read)(int)) {
  constexpr int enough = 20;
  for (int i = 0; i < std::min(number, enough); ++i) {
    if (auto info = read(i); info && info->bound_to_nothing()) return info;
  }
  return std::nullopt;
}

// The cycle includes the work of a tool, because libraries allocate much on first use.
bool initialization_cycle() {
  int provided = 0;
  if (call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return false;
  if (const auto cvar = first_unbound(cvar_num(), &read_cvar)) cvar_handle_cycle(*cvar);
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  if (call::MPI_T_pvar_session_create(&session) == MPI_SUCCESS) {
    if (const auto pvar = first_unbound(pvar_num(), &read_pvar)) pvar_handle_cycle(session, *pvar);
    call::MPI_T_pvar_session_free(&session);
  }
  return call::MPI_T_finalize() == MPI_SUCCESS;
}

void check_initializations(Test& t) {
  check_steady(t, "initializations", "MPI_T_finalize", &initialization_cycle);
}

}  // namespace

MPITCHECK_TEST("general.leaks.initializations",
               "Repeated initialization and finalization does not use up resources of the process.",
               cites(steady, clause::init_reinitialization), needs::nothing) {
  isolated_sequence(t, clause::init_reinitialization, "T_init, T_finalize, over and over",
                    [&t] { check_initializations(t); });
}

MPITCHECK_TEST("general.leaks.initializations-within-mpi",
               "Repeated initialization and finalization while MPI is initialized does not use up "
               "resources of the process.",
               cites(steady, clause::init_reinitialization), needs::nothing) {
  isolated_sequence(t, clause::init_reinitialization,
                    "Init, then T_init, T_finalize, over and over", [&t] {
                      t.lifecycle().mpi_init();
                      check_initializations(t);
                    });
}

MPITCHECK_TEST(
    "general.leaks.sessions",
    "Repeated creation and freeing of pvar sessions does not use up resources of the process.",
    cites(steady), needs::mpi) {
  isolated_sequence(t, steady, "pvar sessions", [&t] {
    check_steady(t, "pvar sessions", "MPI_T_pvar_session_free", &pvar_session_cycle);
  });
}

MPITCHECK_TEST(
    "general.leaks.pvar-handles",
    "Repeated allocation and freeing of pvar handles does not use up resources of the process.",
    cites(steady), needs::mpi) {
  const std::vector<PvarInfo> pvars = evenly_spread(surviving_pvars(), most_objects);
  if (pvars.empty()) return t.missing("a pvar that can be used");
  isolated_sequence(t, steady, "handles of pvars", [&] {
    const PvarSession session;
    check_steady(t, "handles of pvars", "MPI_T_pvar_handle_free", [&] {
      return std::ranges::all_of(
          pvars, [&](const PvarInfo& pvar) { return pvar_handle_cycle(session.get(), pvar); });
    });
  });
}

MPITCHECK_TEST(
    "general.leaks.cvar-handles",
    "Repeated allocation and freeing of cvar handles does not use up resources of the process.",
    cites(steady), needs::mpi) {
  const std::vector<CvarInfo> cvars = evenly_spread(readable_cvars(t), most_objects);
  if (cvars.empty()) return t.missing("a cvar that can be read");
  isolated_sequence(t, steady, "handles of cvars", [&] {
    check_steady(t, "handles of cvars", "MPI_T_cvar_handle_free",
                 [&] { return std::ranges::all_of(cvars, &cvar_handle_cycle); });
  });
}

MPITCHECK_TEST("general.leaks.registrations",
               "Repeated allocation and freeing of event registrations does not use up resources "
               "of the process.",
               cites(steady), needs::mpi) {
  const std::vector<EventType> types = evenly_spread(audible_types(), most_objects);
  static MPI_Comm self = MPI_COMM_SELF;
  const auto cycle = [](const EventType& type) {
    MPI_T_event_registration registration{};
    void* const object = type.bind == MPI_T_BIND_NO_OBJECT ? nullptr : &self;
    const int code =
        call::MPI_T_event_handle_alloc(type.index, object, MPI_INFO_NULL, &registration);
    if (code != MPI_SUCCESS) return is_no_room(code);
    call::MPI_T_event_register_callback(
        registration, static_cast<MPI_T_cb_safety>(safety_levels()[0]), MPI_INFO_NULL, nullptr,
        [](MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*) {});
    return call::MPI_T_event_handle_free(registration, nullptr, nullptr) == MPI_SUCCESS;
  };
  isolated_sequence(t, steady, "event registrations", [&] {
    check_steady(t, "event registrations", "MPI_T_event_handle_free",
                 [&] { return std::ranges::all_of(types, cycle); });
  });
}

}  // namespace mpitcheck
