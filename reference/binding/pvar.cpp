// SPDX-License-Identifier: BSD-3-Clause
// The C functions of performance variables (MPI-5.0 §15.3.7). Those that start, stop, read, write
// and reset are safe in signal handlers, like the engine's methods.
#include "reference/binding/convert.hpp"
#include "reference/runtime/export.hpp"

using namespace mpit::binding;
using mpit::Datatype;
using mpit::EnumType;
using mpit::PvarHandle;
using mpit::PvarSession;

extern "C" {

MPIT_API(int, MPI_T_pvar_get_num, (int* num_pvar)) {
  return call_engine<&Engine::pvar_get_num>(num_pvar);
}

MPIT_API(MPIT_IN_ONE_PIECE int, MPI_T_pvar_get_info,
         (int pvar_index, char* name, int* name_len, int* verbosity, int* var_class,
          MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind,
          int* readonly, int* continuous, int* atomic)) {
  WordArgument<Datatype, MPI_Datatype> type(datatype);
  WordArgument<EnumType, MPI_T_enum> enumeration(enumtype);
  return to_int(engine().pvar_get_info(pvar_index, name, name_len, verbosity, var_class, type.get(),
                                       enumeration.get(), desc, desc_len, bind, readonly,
                                       continuous, atomic));
}

MPIT_API(int, MPI_T_pvar_get_index, (const char* name, int var_class, int* pvar_index)) {
  return call_engine<&Engine::pvar_get_index>(name, var_class, pvar_index);
}

MPIT_API(int, MPI_T_pvar_session_create, (MPI_T_pvar_session * pe_session)) {
  WordArgument<PvarSession, MPI_T_pvar_session> word(pe_session);
  return call_engine<&Engine::pvar_session_create>(word.get());
}

MPIT_API(int, MPI_T_pvar_session_free, (MPI_T_pvar_session * pe_session)) {
  WordArgument<PvarSession, MPI_T_pvar_session> word(pe_session);
  return call_engine<&Engine::pvar_session_free>(word.get());
}

MPIT_API(int, MPI_T_pvar_handle_alloc,
         (MPI_T_pvar_session pe_session, int pvar_index, void* obj_handle,
          MPI_T_pvar_handle* handle, int* count)) {
  WordArgument<PvarHandle, MPI_T_pvar_handle> word(handle);
  return call_engine<&Engine::pvar_handle_alloc>(to_word<PvarSession>(pe_session), pvar_index,
                                                 obj_handle, word.get(), count);
}

MPIT_API(int, MPI_T_pvar_handle_free, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle* handle)) {
  WordArgument<PvarHandle, MPI_T_pvar_handle> word(handle);
  return call_engine<&Engine::pvar_handle_free>(to_word<PvarSession>(pe_session), word.get());
}

MPIT_API(int, MPI_T_pvar_start, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)) {
  return call_engine<&Engine::pvar_start>(to_word<PvarSession>(pe_session),
                                          to_word<PvarHandle>(handle));
}

MPIT_API(int, MPI_T_pvar_stop, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)) {
  return call_engine<&Engine::pvar_stop>(to_word<PvarSession>(pe_session),
                                         to_word<PvarHandle>(handle));
}

MPIT_API(int, MPI_T_pvar_read,
         (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void* buf)) {
  return call_engine<&Engine::pvar_read>(to_word<PvarSession>(pe_session),
                                         to_word<PvarHandle>(handle), buf);
}

MPIT_API(int, MPI_T_pvar_write,
         (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void* buf)) {
  return call_engine<&Engine::pvar_write>(to_word<PvarSession>(pe_session),
                                          to_word<PvarHandle>(handle), buf);
}

MPIT_API(int, MPI_T_pvar_reset, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)) {
  return call_engine<&Engine::pvar_reset>(to_word<PvarSession>(pe_session),
                                          to_word<PvarHandle>(handle));
}

MPIT_API(int, MPI_T_pvar_readreset,
         (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void* buf)) {
  return call_engine<&Engine::pvar_readreset>(to_word<PvarSession>(pe_session),
                                              to_word<PvarHandle>(handle), buf);
}

}  // extern "C"
