// SPDX-License-Identifier: BSD-3-Clause
// Enumerations.
#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::EnumType;

extern "C" {

MPIT_API(int, MPI_T_enum_get_info, (MPI_T_enum enumtype, int* num, char* name, int* name_len)) {
  return to_int(engine().enum_get_info(to_word<EnumType>(enumtype), num, name, name_len));
}

MPIT_API(int, MPI_T_enum_get_item,
         (MPI_T_enum enumtype, int index, int* value, char* name, int* name_len)) {
  return to_int(engine().enum_get_item(to_word<EnumType>(enumtype), index, value, name, name_len));
}

}  // extern "C"
