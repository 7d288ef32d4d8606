// SPDX-License-Identifier: BSD-3-Clause
// Spoiling the answers of queries: the real function answers, then a fault changes what it said.
#pragma once

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

inline int number_of(int (*get_num)(int*)) {
  int number = 0;
  return get_num(&number) == MPI_SUCCESS ? number : 0;
}

inline bool is_last_cvar(int index) { return index == number_of(real.MPI_T_cvar_get_num) - 1; }
inline bool is_last_pvar(int index) { return index == number_of(real.MPI_T_pvar_get_num) - 1; }
inline bool is_last_category(int index) {
  return index == number_of(real.MPI_T_category_get_num) - 1;
}

/// Sets an output, which may be null.
template <class Value>
void set(Value* output, Value value) {
  if (output != nullptr) *output = value;
}

/// What MPI_T_cvar_get_info was given for its outputs but the texts; each may be null.
struct CvarReply {
  int index;
  int* verbosity;
  MPI_Datatype* datatype;
  MPI_T_enum* enumtype;
  int* bind;
  int* scope;
};

/// Lets `spoil(reply)` change each successful answer of MPI_T_cvar_get_info.
template <class Spoil>
void spoil_cvar_info(Interface& mpi, Spoil) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    const int code = real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype,
                                              desc, desc_len, bind, scope);
    if (code == MPI_SUCCESS) {
      Spoil{}(CvarReply{index, verbosity, datatype, enumtype, bind, scope});
    }
    return code;
  };
}

/// What MPI_T_pvar_get_info was given for its outputs but the texts; each may be null.
struct PvarReply {
  int index;
  int *verbosity, *var_class;
  MPI_Datatype* datatype;
  MPI_T_enum* enumtype;
  int *bind, *readonly, *continuous, *atomic;
};

/// Lets `spoil(reply)` change each successful answer of MPI_T_pvar_get_info.
template <class Spoil>
void spoil_pvar_info(Interface& mpi, Spoil) {
  mpi.MPI_T_pvar_get_info = [](int index, char* name, int* name_len, int* verbosity, int* var_class,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* readonly, int* continuous,
                               int* atomic) {
    const int code =
        real.MPI_T_pvar_get_info(index, name, name_len, verbosity, var_class, datatype, enumtype,
                                 desc, desc_len, bind, readonly, continuous, atomic);
    if (code == MPI_SUCCESS) {
      Spoil{}(PvarReply{index, verbosity, var_class, datatype, enumtype, bind, readonly, continuous,
                        atomic});
    }
    return code;
  };
}

/// Lets `spoil(index, verbosity, bind)` change each successful answer of MPI_T_event_get_info.
template <class Spoil>
void spoil_event_info(Interface& mpi, Spoil) {
  mpi.MPI_T_event_get_info = [](int index, char* name, int* name_len, int* verbosity,
                                MPI_Datatype* datatypes, MPI_Aint* displacements, int* elements,
                                MPI_T_enum* enumtype, MPI_Info* info, char* desc, int* desc_len,
                                int* bind) {
    const int code =
        real.MPI_T_event_get_info(index, name, name_len, verbosity, datatypes, displacements,
                                  elements, enumtype, info, desc, desc_len, bind);
    if (code == MPI_SUCCESS) Spoil{}(index, verbosity, bind);
    return code;
  };
}

/// Everything but the texts of a cvar as the MPI tells it; `found` says whether it does.
struct CvarFacts {
  explicit CvarFacts(int index) {
    found = real.MPI_T_cvar_get_info(index, nullptr, nullptr, &verbosity, &datatype, &enumtype,
                                     nullptr, nullptr, &bind, &scope) == MPI_SUCCESS;
  }
  [[nodiscard]] bool has_enum() const {
    return found && datatype == MPI_INT && enumtype != MPI_T_ENUM_NULL;
  }

  int verbosity = 0, bind = 0, scope = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  bool found;
};

/// An enumeration that a cvar carries, or the null one.
inline MPI_T_enum some_enum() {
  for (int i = 0; i < number_of(real.MPI_T_cvar_get_num); ++i) {
    const CvarFacts cvar(i);
    if (cvar.has_enum()) return cvar.enumtype;
  }
  return MPI_T_ENUM_NULL;
}

}  // namespace mpitcheck::faults
