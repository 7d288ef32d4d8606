// SPDX-License-Identifier: BSD-3-Clause
// Performance variables: sessions and handles.
#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::PvarHandle;
using mpit::PvarSession;

extern "C" {

MPIT_API(int, MPI_T_pvar_session_create, (MPI_T_pvar_session * pe_session)) {
  WordArgument<PvarSession, MPI_T_pvar_session> word(pe_session);
  return to_int(engine().pvar_session_create(word.get()));
}

MPIT_API(int, MPI_T_pvar_session_free, (MPI_T_pvar_session * pe_session)) {
  WordArgument<PvarSession, MPI_T_pvar_session> word(pe_session);
  return to_int(engine().pvar_session_free(word.get()));
}

MPIT_API(int, MPI_T_pvar_handle_alloc,
         (MPI_T_pvar_session pe_session, int pvar_index, void* obj_handle,
          MPI_T_pvar_handle* handle, int* count)) {
  WordArgument<PvarHandle, MPI_T_pvar_handle> word(handle);
  return to_int(engine().pvar_handle_alloc(to_word<PvarSession>(pe_session), pvar_index, obj_handle,
                                           word.get(), count));
}

MPIT_API(int, MPI_T_pvar_handle_free, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle* handle)) {
  WordArgument<PvarHandle, MPI_T_pvar_handle> word(handle);
  return to_int(engine().pvar_handle_free(to_word<PvarSession>(pe_session), word.get()));
}

}  // extern "C"
