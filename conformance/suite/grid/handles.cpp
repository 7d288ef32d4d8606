// SPDX-License-Identifier: BSD-3-Clause
// Allocates and frees handles.
#include "conformance/suite/grid/handles.hpp"

#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck::grid {

int existing(int index, std::string_view what) {
  if (index < 0) throw NothingToTry(std::string(what));
  return index;
}

void must_succeed(std::string_view what, int code) {
  if (code != MPI_SUCCESS) throw NothingToTry(join(what, " (", code_name(code), ")"));
}

MPI_T_cvar_handle Handles::cvar() {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  const int index = existing(objects_.cvar, "a cvar");
  must_succeed("a handle of a cvar",
               call::MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count_));
  return handle;
}

MPI_T_cvar_handle Handles::stale_cvar() {
  const MPI_T_cvar_handle stale = cvar();
  MPI_T_cvar_handle freed = stale;
  must_succeed("freeing a handle", call::MPI_T_cvar_handle_free(&freed));
  return stale;
}

MPI_T_pvar_session Handles::session() {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  must_succeed("a session", call::MPI_T_pvar_session_create(&session));
  return session;
}

MPI_T_pvar_session Handles::stale_session() {
  const MPI_T_pvar_session stale = session();
  MPI_T_pvar_session freed = stale;
  must_succeed("freeing a session", call::MPI_T_pvar_session_free(&freed));
  return stale;
}

MPI_T_pvar_handle Handles::pvar(MPI_T_pvar_session session, bool runs) {
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  const int index = existing(objects_.pvar, "a pvar");
  must_succeed("a handle of a pvar",
               call::MPI_T_pvar_handle_alloc(session, index, nullptr, &handle, &count_));
  if (runs) call::MPI_T_pvar_start(session, handle);  // refused if it is continuous
  return handle;
}

MPI_T_pvar_handle Handles::stale_pvar(MPI_T_pvar_session session) {
  const MPI_T_pvar_handle stale = pvar(session, false);
  MPI_T_pvar_handle freed = stale;
  must_succeed("freeing a handle", call::MPI_T_pvar_handle_free(session, &freed));
  return stale;
}

MPI_T_pvar_handle Handles::orphan_pvar() {
  MPI_T_pvar_session freed = session();
  const MPI_T_pvar_handle orphan = pvar(freed, false);
  must_succeed("freeing a session", call::MPI_T_pvar_session_free(&freed));
  return orphan;
}

MPI_T_event_registration Handles::registration() const {
  MPI_T_event_registration handle{};
  const int index = existing(objects_.event, "an event type");
  must_succeed("a registration",
               call::MPI_T_event_handle_alloc(index, nullptr, MPI_INFO_NULL, &handle));
  return handle;
}

MPI_T_event_registration Handles::stale_registration() const {
  const MPI_T_event_registration stale = registration();
  must_succeed("freeing a registration", call::MPI_T_event_handle_free(stale, nullptr, nullptr));
  return stale;
}

MPI_Info Handles::hints_of(MPI_T_event_registration registration) {
  MPI_Info info = MPI_INFO_NULL;
  must_succeed("hints", call::MPI_T_event_handle_get_info(registration, &info));
  // A null handle is not a valid argument unless the text allows it (MPI-5.0 §2.5.1).
  if (info == MPI_INFO_NULL) throw NothingToTry("an info object with hints");
  return info;
}

MPI_T_enum Handles::enumeration() const {
  if (objects_.enum_of_cvar >= 0) {
    if (const auto cvar = read_cvar(objects_.enum_of_cvar)) return cvar->enumtype;
  }
  const auto pvar = read_pvar(existing(objects_.enum_of_pvar, "an enumeration"));
  if (!pvar) throw NothingToTry("an enumeration");
  return pvar->enumtype;
}

int Handles::items() const {
  int number = 0;
  must_succeed("a number of items",
               call::MPI_T_enum_get_info(enumeration(), &number, nullptr, nullptr));
  return number;
}

}  // namespace mpitcheck::grid
