// SPDX-License-Identifier: BSD-3-Clause
// Calls that are allowed inside event callbacks.
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

using Kind = Invocation::Kind;

// The callbacks' records for the tests. Callbacks run on the thread that made the traffic.
std::atomic<int> code_inside{MPI_SUCCESS};
std::atomic<const char*> failed_inside{""};  // the call that returned it
std::atomic<int> calls_inside{0};

void note_code(const char* function, int code) {
  if (code == MPI_SUCCESS) return;
  code_inside = code;
  failed_inside = function;
}

void ask_for_all_kinds(MPI_T_event_instance, MPI_T_event_registration, int safety) {
  const int rank = safety_rank(safety);
  if (rank > 1) return;
  if (MPI_Wtime() < 0 || MPI_Wtick() <= 0) note_code("MPI_Wtime", MPI_ERR_OTHER);
  int number = 0;
  note_code("MPI_T_event_get_num", raw_event_calls().event_get_num(&number));
  note_code("MPI_T_cvar_get_num", call::MPI_T_cvar_get_num.unrecorded()(&number));
  note_code("MPI_T_pvar_get_num", call::MPI_T_pvar_get_num.unrecorded()(&number));
  note_code("MPI_T_category_get_num", call::MPI_T_category_get_num.unrecorded()(&number));
  note_code("MPI_T_category_changed", call::MPI_T_category_changed.unrecorded()(&number));
  const int code = raw_event_calls().event_get_index("mpitcheck: no such name", &number);
  if (code != MPI_T_ERR_INVALID_NAME) note_code("MPI_T_event_get_index", code);
  if (rank == 0) note_code("MPI_Comm_size", MPI_Comm_size(MPI_COMM_SELF, &number));
  ++calls_inside;
}

// Pvars for the callbacks, and whether one of the six functions was refused there.
struct PvarsInside {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  std::vector<MPI_T_pvar_handle> handles;
  unsigned char* value = nullptr;  // room for each
  std::array<std::atomic<int>, 6> codes{};
};
PvarsInside pvars_inside;
constexpr std::array pvar_functions{"MPI_T_pvar_start", "MPI_T_pvar_read",      "MPI_T_pvar_write",
                                    "MPI_T_pvar_reset", "MPI_T_pvar_readreset", "MPI_T_pvar_stop"};

void use_pvar(MPI_T_event_instance, MPI_T_event_registration, int) {
  PvarsInside& it = pvars_inside;
  for (const MPI_T_pvar_handle handle : it.handles) {
    const std::array codes{call::MPI_T_pvar_start.unrecorded()(it.session, handle),
                           call::MPI_T_pvar_read.unrecorded()(it.session, handle, it.value),
                           call::MPI_T_pvar_write.unrecorded()(it.session, handle, it.value),
                           call::MPI_T_pvar_reset.unrecorded()(it.session, handle),
                           call::MPI_T_pvar_readreset.unrecorded()(it.session, handle, it.value),
                           call::MPI_T_pvar_stop.unrecorded()(it.session, handle)};
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (is_not_accessible(codes[i])) it.codes[i] = codes[i];
    }
  }
  ++calls_inside;
}

}  // namespace

MPITCHECK_TEST(
    "event-safety.inside.allowed-calls",
    "At levels up to MPI_RESTRICTED the timestamp and MPI_T queries work inside callbacks.",
    cites(clause::event_safety_none, clause::event_safety_restricted), needs::mpi) {
  t.missing("an event that demands no more than MPI_RESTRICTED");
  each_type(t, audible_types(), [&](const EventType& type) {
    EventWatch watch(type);
    watch.listen_everywhere();
    code_inside = MPI_SUCCESS;
    calls_inside = 0;
    require_all(call::MPI_T_event_get_num, call::MPI_T_cvar_get_num, call::MPI_T_pvar_get_num,
                call::MPI_T_category_get_num, call::MPI_T_category_changed);
    // A look-up of a name that no event has.
    static_cast<void>(call::MPI_T_event_get_index.required_for(no_object));
    run_inside_callbacks(&ask_for_all_kinds);
    drive_events();
    run_inside_callbacks(nullptr);
    if (calls_inside == 0) return;
    bool restricted = false;
    for (const Invocation& made : watch.invocations(Kind::event)) {
      restricted = restricted || safety_rank(made.safety) == 1;
    }
    const int code = code_inside;
    const std::string function = failed_inside.load();
    const int expected = function == "MPI_T_event_get_index" ? MPI_T_ERR_INVALID_NAME : MPI_SUCCESS;
    const Clause rule = restricted ? clause::event_safety_restricted : clause::event_safety_none;
    if (code == MPI_SUCCESS) {
      t.examined(rule, 1);
    } else {
      t.check(rule, type, is_code(code, {expected}).of(function));
    }
  });
}

MPITCHECK_TEST("event-safety.inside.exempt",
               "Reading an event inside its callback never returns MPI_T_ERR_NOT_ACCESSIBLE.",
               cites(clause::event_safety_exempt_functions), needs::mpi) {
  t.missing(an_event_that_is_raised());
  each_type(t, audible_types(), [&](const EventType& type) {
    EventWatch watch(type);
    watch.listen_everywhere();
    drive_events();
    for (const Invocation& made : watch.invocations(Kind::event)) {
      const auto check = [&](std::string_view function, int code) {
        if (code == not_asked) return;
        t.check(clause::event_safety_exempt_functions, type, is_accessible(code).of(function));
      };
      check("MPI_T_event_get_source", made.source_code);
      check("MPI_T_event_get_timestamp", made.stamp_code);
      check("MPI_T_source_get_timestamp", made.now_code);
      if (!made.looked_inside) continue;
      check("MPI_T_event_copy", made.copy_code);
      check("MPI_T_event_read", made.read_code);
    }
  });
}

MPITCHECK_TEST("event-safety.inside.exempt-pvars",
               "Using a pvar inside a callback never returns MPI_T_ERR_NOT_ACCESSIBLE.",
               cites(clause::event_safety_exempt_functions), needs::mpi) {
  const std::vector<EventType> types = audible_types();
  const std::vector<PvarInfo> pvars = without_quarantined(
      only(surviving_pvars(), [](const PvarInfo& pvar) { return pvar.continuous == 0; }),
      call::MPI_T_pvar_start, call::MPI_T_pvar_read, call::MPI_T_pvar_write, call::MPI_T_pvar_reset,
      call::MPI_T_pvar_readreset, call::MPI_T_pvar_stop);
  if (pvars.empty()) throw CannotGoOn("a pvar that can be started and stopped");
  call::MPI_T_pvar_start.need();
  call::MPI_T_pvar_read.need();
  call::MPI_T_pvar_write.need();
  call::MPI_T_pvar_reset.need();
  call::MPI_T_pvar_readreset.need();
  call::MPI_T_pvar_stop.need();
  const PvarSession session;
  const std::vector<PvarInfo> chosen = one_of_each_kind(pvars);
  std::vector<std::unique_ptr<PvarHandle>> handles;
  std::vector<unsigned char> value;
  pvars_inside.handles.clear();
  for (const PvarInfo& pvar : chosen) {
    const PvarHandle& handle = *handles.emplace_back(std::make_unique<PvarHandle>(session, pvar));
    value.resize(std::max(value.size(), static_cast<std::size_t>(handle.count()) * 16));
    pvars_inside.handles.push_back(handle.get());
  }
  pvars_inside.session = session.get();
  pvars_inside.value = value.data();
  t.missing(an_event_that_is_raised());
  each_type(t, types, [&](const EventType& type) {
    EventWatch watch(type);
    watch.listen_everywhere();
    for (auto& code : pvars_inside.codes) code = MPI_SUCCESS;
    calls_inside = 0;
    run_inside_callbacks(&use_pvar);
    drive_events();
    run_inside_callbacks(nullptr);
    if (calls_inside == 0) return;
    for (std::size_t i = 0; i < pvar_functions.size(); ++i) {
      t.check(
          clause::event_safety_exempt_functions,
          [&] { return join(pvar_functions[i], " inside a callback of ", type.label()); },
          is_accessible(pvars_inside.codes[i]).of(pvar_functions[i]));
    }
  });
}

}  // namespace mpitcheck
