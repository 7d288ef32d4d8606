// SPDX-License-Identifier: BSD-3-Clause
// Sessions: objects to bind variables to; they offer no process sets.
#include "call.hpp"

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(session, "session");
    if (info != MPI_INFO_NULL) require(call.process.infos, info, MPI_ERR_INFO);
    require(call.process.errhandlers, errhandler, MPI_ERR_ERRHANDLER);
    *session = call.process.sessions.insert(make_ref<Session>());
  });
}

MPIT_API(int, MPI_Session_finalize, (MPI_Session * session)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(session, "session");
    require(call.process.sessions, *session, MPI_ERR_SESSION);
    call.process.sessions.erase(*session);
    *session = MPI_SESSION_NULL;
  });
}

}  // extern "C"
