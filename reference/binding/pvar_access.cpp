// SPDX-License-Identifier: BSD-3-Clause
// Performance variables: running them and their values. Safe in signal handlers, as the engine is.
#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::PvarHandle;
using mpit::PvarSession;

extern "C" {

MPIT_API(int, MPI_T_pvar_start, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)) {
  return to_int(engine().pvar_start(to_word<PvarSession>(pe_session), to_word<PvarHandle>(handle)));
}

MPIT_API(int, MPI_T_pvar_stop, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)) {
  return to_int(engine().pvar_stop(to_word<PvarSession>(pe_session), to_word<PvarHandle>(handle)));
}

MPIT_API(int, MPI_T_pvar_read,
         (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void* buf)) {
  return to_int(
      engine().pvar_read(to_word<PvarSession>(pe_session), to_word<PvarHandle>(handle), buf));
}

MPIT_API(int, MPI_T_pvar_write,
         (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void* buf)) {
  return to_int(
      engine().pvar_write(to_word<PvarSession>(pe_session), to_word<PvarHandle>(handle), buf));
}

MPIT_API(int, MPI_T_pvar_reset, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)) {
  return to_int(engine().pvar_reset(to_word<PvarSession>(pe_session), to_word<PvarHandle>(handle)));
}

MPIT_API(int, MPI_T_pvar_readreset,
         (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void* buf)) {
  return to_int(
      engine().pvar_readreset(to_word<PvarSession>(pe_session), to_word<PvarHandle>(handle), buf));
}

}  // extern "C"
