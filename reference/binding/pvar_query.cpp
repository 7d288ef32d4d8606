// SPDX-License-Identifier: BSD-3-Clause
// Performance variables: which there are.
#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::Datatype;
using mpit::EnumType;

extern "C" {

MPIT_API(int, MPI_T_pvar_get_num, (int* num_pvar)) {
  return to_int(engine().pvar_get_num(num_pvar));
}

MPIT_API(int, MPI_T_pvar_get_info,
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
  return to_int(engine().pvar_get_index(name, var_class, pvar_index));
}

}  // extern "C"
