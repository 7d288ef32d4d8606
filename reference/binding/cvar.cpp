// SPDX-License-Identifier: BSD-3-Clause
// The C functions of control variables (MPI-5.0 §15.3.6).
#include "reference/binding/convert.hpp"
#include "reference/runtime/export.hpp"

using namespace mpit::binding;
using mpit::CvarHandle;
using mpit::Datatype;
using mpit::EnumType;

extern "C" {

MPIT_API(int, MPI_T_cvar_get_num, (int* num_cvar)) {
  return call_engine<&Engine::cvar_get_num>(num_cvar);
}

MPIT_API(MPIT_IN_ONE_PIECE int, MPI_T_cvar_get_info,
         (int cvar_index, char* name, int* name_len, int* verbosity, MPI_Datatype* datatype,
          MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind, int* scope)) {
  WordArgument<Datatype, MPI_Datatype> type(datatype);
  WordArgument<EnumType, MPI_T_enum> enumeration(enumtype);
  return to_int(engine().cvar_get_info(cvar_index, name, name_len, verbosity, type.get(),
                                       enumeration.get(), desc, desc_len, bind, scope));
}

MPIT_API(int, MPI_T_cvar_get_index, (const char* name, int* cvar_index)) {
  return call_engine<&Engine::cvar_get_index>(name, cvar_index);
}

MPIT_API(int, MPI_T_cvar_handle_alloc,
         (int cvar_index, void* obj_handle, MPI_T_cvar_handle* handle, int* count)) {
  WordArgument<CvarHandle, MPI_T_cvar_handle> word(handle);
  return call_engine<&Engine::cvar_handle_alloc>(cvar_index, obj_handle, word.get(), count);
}

MPIT_API(int, MPI_T_cvar_handle_free, (MPI_T_cvar_handle * handle)) {
  WordArgument<CvarHandle, MPI_T_cvar_handle> word(handle);
  return call_engine<&Engine::cvar_handle_free>(word.get());
}

MPIT_API(int, MPI_T_cvar_read, (MPI_T_cvar_handle handle, void* buf)) {
  return call_engine<&Engine::cvar_read>(to_word<CvarHandle>(handle), buf);
}

MPIT_API(int, MPI_T_cvar_write, (MPI_T_cvar_handle handle, const void* buf)) {
  return call_engine<&Engine::cvar_write>(to_word<CvarHandle>(handle), buf);
}

}  // extern "C"
