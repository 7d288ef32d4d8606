// SPDX-License-Identifier: BSD-3-Clause
// Creates and frees many objects.
#include "bench/scale/scale.hpp"

#include <stdexcept>
#include <string>

#include "bench/common/use.hpp"
#include "conformance/harness/calls/api.hpp"

namespace mpitcheck::bench {

namespace {

// Room for exactly `count`, as bytes_each assumes.
template <class Handle>
std::vector<Handle> room_for(int count) {
  std::vector<Handle> handles;
  handles.reserve(static_cast<std::size_t>(count));
  return handles;
}

void must(int code, const char* what) {
  if (code != MPI_SUCCESS) throw std::runtime_error(std::string(what) + " failed");
}

}  // namespace

HeldCvarHandles::HeldCvarHandles(const CvarInfo& cvar, int count)
    : handles_(room_for<MPI_T_cvar_handle>(count)) {
  for (int i = 0; i < count; ++i) {
    int elements = 0;
    must(call::MPI_T_cvar_handle_alloc.unrecorded()(cvar.index, object_of(cvar.bind),
                                                    &handles_.emplace_back(), &elements),
         "MPI_T_cvar_handle_alloc");
  }
}

HeldCvarHandles::~HeldCvarHandles() {
  for (MPI_T_cvar_handle& handle : handles_) call::MPI_T_cvar_handle_free.unrecorded()(&handle);
}

HeldSessions::HeldSessions(int count) : sessions_(room_for<MPI_T_pvar_session>(count)) {
  for (int i = 0; i < count; ++i) {
    must(call::MPI_T_pvar_session_create.unrecorded()(&sessions_.emplace_back()),
         "MPI_T_pvar_session_create");
  }
}

HeldSessions::~HeldSessions() {
  for (MPI_T_pvar_session& session : sessions_) {
    call::MPI_T_pvar_session_free.unrecorded()(&session);
  }
}

HeldPvarHandles::HeldPvarHandles(const PvarInfo& pvar, int count) {
  for (int i = 0; i < count; ++i) {
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int elements = 0;
    must(call::MPI_T_pvar_handle_alloc.unrecorded()(session(), pvar.index, object_of(pvar.bind),
                                                    &handle, &elements),
         "MPI_T_pvar_handle_alloc");
    if (i == 0) first_ = handle;
  }
}

void HeldPvarHandles::start_all() const {
  must(call::MPI_T_pvar_start.unrecorded()(session(), MPI_T_PVAR_ALL_HANDLES), "MPI_T_pvar_start");
}

HeldRegistrations::HeldRegistrations(int event_index, int bind, int count)
    : handles_(room_for<MPI_T_event_registration>(count)) {
  for (int i = 0; i < count; ++i) {
    must(call::MPI_T_event_handle_alloc.unrecorded()(event_index, object_of(bind), MPI_INFO_NULL,
                                                     &handles_.emplace_back()),
         "MPI_T_event_handle_alloc");
  }
}

HeldRegistrations::~HeldRegistrations() {
  for (const MPI_T_event_registration handle : handles_) {
    call::MPI_T_event_handle_free.unrecorded()(handle, nullptr, nullptr);
  }
}

}  // namespace mpitcheck::bench
