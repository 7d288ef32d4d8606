// SPDX-License-Identifier: BSD-3-Clause
// Spoiling the numbers that MPI_T_pvar_get_info returns.
#pragma once

#include "faults/areas/replies.hpp"
#include "faults/fault.hpp"

namespace mpitcheck::faults {

/// The outputs of MPI_T_pvar_get_info but the texts; each may be null.
struct PvarOutputs {
  int index;
  int *verbosity, *var_class;
  MPI_Datatype* datatype;
  MPI_T_enum* enumtype;
  int *bind, *readonly, *continuous, *atomic;
};

/// Lets `spoil(outputs)` change each successful answer of MPI_T_pvar_get_info.
template <class Spoil>
void spoil_pvar_outputs(Interface& mpi, Spoil) {
  mpi.MPI_T_pvar_get_info = [](int index, char* name, int* name_len, int* verbosity, int* var_class,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* readonly, int* continuous,
                               int* atomic) {
    const int code =
        real.MPI_T_pvar_get_info(index, name, name_len, verbosity, var_class, datatype, enumtype,
                                 desc, desc_len, bind, readonly, continuous, atomic);
    if (code == MPI_SUCCESS) {
      Spoil{}(PvarOutputs{index, verbosity, var_class, datatype, enumtype, bind, readonly,
                          continuous, atomic});
    }
    return code;
  };
}

}  // namespace mpitcheck::faults
