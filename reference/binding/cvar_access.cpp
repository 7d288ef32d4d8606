// SPDX-License-Identifier: BSD-3-Clause
// Control variables: handles and values.
#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::CvarHandle;

extern "C" {

MPIT_API(int, MPI_T_cvar_handle_alloc,
         (int cvar_index, void* obj_handle, MPI_T_cvar_handle* handle, int* count)) {
  WordArgument<CvarHandle, MPI_T_cvar_handle> word(handle);
  return to_int(engine().cvar_handle_alloc(cvar_index, obj_handle, word.get(), count));
}

MPIT_API(int, MPI_T_cvar_handle_free, (MPI_T_cvar_handle * handle)) {
  WordArgument<CvarHandle, MPI_T_cvar_handle> word(handle);
  return to_int(engine().cvar_handle_free(word.get()));
}

MPIT_API(int, MPI_T_cvar_read, (MPI_T_cvar_handle handle, void* buf)) {
  return to_int(engine().cvar_read(to_word<CvarHandle>(handle), buf));
}

MPIT_API(int, MPI_T_cvar_write, (MPI_T_cvar_handle handle, const void* buf)) {
  return to_int(engine().cvar_write(to_word<CvarHandle>(handle), buf));
}

}  // extern "C"
