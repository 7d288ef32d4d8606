// SPDX-License-Identifier: BSD-3-Clause
// Calls while many handles, sessions or registrations are alive, and the memory of each.
#include <algorithm>

#include "bench/common/target.hpp"
#include "bench/common/use.hpp"
#include "bench/scale/scale.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/probe.hpp"

namespace mpitcheck::bench {

namespace {

constexpr std::initializer_list<int> sizes{1, 10, 100, 1000, many};

void tell_bytes(benchmark::State& state, const char* counter, double bytes, int size) {
  if (size == many) state.counters[counter] = bytes;
}

// Registers a use of all handles of a session, if the use succeeds in a child.
void add_all_handles(const std::string& function, const PvarInfo& pvar,
                     int (*use)(MPI_T_pvar_session)) {
  const auto code = probe_each(1, [&](std::size_t) {
    const HeldPvarHandles held(pvar, 1);
    return use(held.session());
  });
  if (code.front() != MPI_SUCCESS) return missing(function + " for MPI_T_PVAR_ALL_HANDLES");
  add_sizes(function + "_all_handles", "clock_gettime", sizes, [pvar, use](auto& state, int size) {
    const HeldPvarHandles held(pvar, size);
    time_calls(state, [&] { return use(held.session()); });
  });
}

}  // namespace

void add_cvar_handles() {
  if (usable_cvars().empty()) return missing("cvars");
  const CvarInfo cvar = usable_cvars().front().info;
  const double bytes =
      bytes_each(sizeof(MPI_T_cvar_handle), [&] { return HeldCvarHandles(cvar, many); });
  add_sizes("MPI_T_cvar_handle_alloc+free_beside_handles", "malloc_free", sizes,
            [cvar, bytes](auto& state, int size) {
              const HeldCvarHandles held(cvar, size);
              time_calls(state, [&, of = Bindable(cvar)] { return alloc_and_free(of); });
              tell_bytes(state, "bytes_per_handle", bytes, size);
            });
  add_sizes("MPI_T_cvar_read_beside_handles", "clock_gettime", sizes,
            [cvar = usable_cvars().front()](auto& state, int size) {
              const HeldCvarHandles held(cvar.info, size);
              ValueBuffer value(cvar.info.datatype, cvar.count);
              const auto read = call::MPI_T_cvar_read.unrecorded();
              time_calls(state, [&] { return read(held.first(), value.data()); });
            });
}

void add_pvar_handles() {
  const auto found = typical_pvar();
  if (!found) return missing("pvars");
  const PvarInfo& pvar = *found;
  const double bytes = bytes_each(0, [&] { return HeldPvarHandles(pvar, many); });
  add_sizes("MPI_T_pvar_handle_alloc+free_beside_handles", "malloc_free", sizes,
            [pvar, bytes](auto& state, int size) {
              const HeldPvarHandles held(pvar, size);
              time_calls(state,
                         [&, of = Bindable(pvar)] { return alloc_and_free(held.session(), of); });
              tell_bytes(state, "bytes_per_handle", bytes, size);
            });
  add_sizes("MPI_T_pvar_read_beside_handles", "clock_gettime", sizes,
            [pvar](auto& state, int size) {
              const HeldPvarHandles held(pvar, size);
              held.start_all();
              unsigned char value[4096];
              const auto read = call::MPI_T_pvar_read.unrecorded();
              time_calls(state, [&] { return read(held.session(), held.first(), value); });
            });
  add_all_handles("MPI_T_pvar_start+stop", pvar, [](MPI_T_pvar_session session) {
    return call::MPI_T_pvar_start.unrecorded()(session, MPI_T_PVAR_ALL_HANDLES) |
           call::MPI_T_pvar_stop.unrecorded()(session, MPI_T_PVAR_ALL_HANDLES);
  });
  add_all_handles("MPI_T_pvar_reset", pvar, [](MPI_T_pvar_session session) {
    return call::MPI_T_pvar_reset.unrecorded()(session, MPI_T_PVAR_ALL_HANDLES);
  });
}

void add_sessions() {
  const double bytes = bytes_each(sizeof(MPI_T_pvar_session), [] { return HeldSessions(many); });
  add_sizes("MPI_T_pvar_session_create+free_beside_sessions", "malloc_free", sizes,
            [bytes](auto& state, int size) {
              const HeldSessions held(size);
              const auto create = call::MPI_T_pvar_session_create.unrecorded();
              const auto destroy = call::MPI_T_pvar_session_free.unrecorded();
              MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
              time_calls(state, [&] { return create(&session) | destroy(&session); });
              tell_bytes(state, "bytes_per_session", bytes, size);
            });
  const auto pvar = typical_pvar();
  if (!pvar) return;
  add_sizes("MPI_T_pvar_handle_alloc+free_beside_sessions", "malloc_free", sizes,
            [pvar = *pvar](auto& state, int size) {
              const HeldSessions held(size);
              time_calls(state,
                         [&, of = Bindable(pvar)] { return alloc_and_free(held.first(), of); });
            });
}

void add_registrations() {
  const std::vector<EventInfo> events = read_events();
  const auto found = std::find_if(events.begin(), events.end(), [](const EventInfo& event) {
    return object_for(event.bind).has_value();
  });
  if (found == events.end()) return missing("events");
  const int index = found->index;
  const int bind = found->bind;
  const double bytes = bytes_each(sizeof(MPI_T_event_registration),
                                  [&] { return HeldRegistrations(index, bind, many); });
  add_sizes("MPI_T_event_handle_alloc+free_beside_registrations", "malloc_free", sizes,
            [index, bind, bytes](auto& state, int size) {
              const HeldRegistrations held(index, bind, size);
              const auto alloc = call::MPI_T_event_handle_alloc.unrecorded();
              const auto free = call::MPI_T_event_handle_free.unrecorded();
              void* const object = object_of(bind);
              MPI_T_event_registration handle{};
              time_calls(state, [&] {
                return alloc(index, object, MPI_INFO_NULL, &handle) |
                       free(handle, nullptr, nullptr);
              });
              tell_bytes(state, "bytes_per_registration", bytes, size);
            });
}

}  // namespace mpitcheck::bench
