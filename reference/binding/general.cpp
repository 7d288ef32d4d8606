// SPDX-License-Identifier: BSD-3-Clause
// Initialization and finalization of the tool interface, enumerations (MPI-5.0 §15.3.4, §15.3.5),
// and MPI_Pcontrol.
#include "reference/binding/convert.hpp"
#include "reference/runtime/export.hpp"

using namespace mpit::binding;
using mpit::EnumType;

extern "C" {

MPIT_API(MPIT_IN_ONE_PIECE int, MPI_T_init_thread, (int required, int* provided)) {
  return call_engine<&Engine::init_thread>(required, provided);
}

MPIT_API(MPIT_IN_ONE_PIECE int, MPI_T_finalize, (void)) { return call_engine<&Engine::finalize>(); }

// Profilers replace this function. The library's own has no effect (profiling-pcontrol-noop).
MPIT_API(int, MPI_Pcontrol, (const int /*level*/, ...)) { return MPI_SUCCESS; }

MPIT_API(int, MPI_T_enum_get_info, (MPI_T_enum enumtype, int* num, char* name, int* name_len)) {
  return call_engine<&Engine::enum_get_info>(to_word<EnumType>(enumtype), num, name, name_len);
}

MPIT_API(int, MPI_T_enum_get_item,
         (MPI_T_enum enumtype, int index, int* value, char* name, int* name_len)) {
  return call_engine<&Engine::enum_get_item>(to_word<EnumType>(enumtype), index, value, name,
                                             name_len);
}

}  // extern "C"
