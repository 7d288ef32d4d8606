// SPDX-License-Identifier: BSD-3-Clause
// Start and end of the tool interface, MPI_Pcontrol, enumerations.
#include <new>

#include "reference/binding/convert.hpp"
#include "reference/runtime/export.hpp"

using namespace mpit::binding;
using mpit::EnumType;

extern "C" {

// Perhaps the call that makes everything.
MPIT_API(int, MPI_T_init_thread, (int required, int* provided)) {
  try {
    return to_int(engine().init_thread(required, provided));
  } catch (const std::bad_alloc&) {
    return MPI_T_ERR_MEMORY;
  }
}

MPIT_API(int, MPI_T_finalize, (void)) { return to_int(engine().finalize()); }

// For profilers to replace; without one it has no effect (profiling-pcontrol-noop).
MPIT_API(int, MPI_Pcontrol, (const int /*level*/, ...)) { return MPI_SUCCESS; }

MPIT_API(int, MPI_T_enum_get_info, (MPI_T_enum enumtype, int* num, char* name, int* name_len)) {
  return to_int(engine().enum_get_info(to_word<EnumType>(enumtype), num, name, name_len));
}

MPIT_API(int, MPI_T_enum_get_item,
         (MPI_T_enum enumtype, int index, int* value, char* name, int* name_len)) {
  return to_int(engine().enum_get_item(to_word<EnumType>(enumtype), index, value, name, name_len));
}

}  // extern "C"
