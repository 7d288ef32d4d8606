// SPDX-License-Identifier: BSD-3-Clause
// Faults of queries of cvars: null outputs, and the look-up of names.
#include <cstring>
#include <string>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(cvar_null_verbosity_refused, "MPI_T_cvar_get_info wants a place for the verbosity",
                clause::cvar_info_null_out_ignored) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity, auto... rest) {
    return verbosity == nullptr
               ? MPI_T_ERR_INVALID
               : real.MPI_T_cvar_get_info(index, name, name_len, verbosity, rest...);
  };
}

MPITCHECK_FAULT(cvar_null_bind_crashes, "MPI_T_cvar_get_info writes through a null bind",
                clause::cvar_info_null_out_ignored) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    const int code = real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype,
                                              desc, desc_len, bind, scope);
    if (code == MPI_SUCCESS) *static_cast<volatile int*>(bind) = *static_cast<volatile int*>(bind);
    return code;
  };
}

MPITCHECK_FAULT(cvar_null_enumtype_hides_bind,
                "With a null enumtype MPI_T_cvar_get_info does not return the bind",
                clause::cvar_info_null_out_ignored) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    return real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype, desc,
                                    desc_len, enumtype == nullptr ? nullptr : bind, scope);
  };
}

MPITCHECK_FAULT(cvar_all_null_refused, "MPI_T_cvar_get_info wants an output or another",
                clause::cvar_info_null_out_ignored) {
  mpi.MPI_T_cvar_get_info = [](int index, auto... outputs) {
    return ((outputs == nullptr) && ...) ? MPI_T_ERR_INVALID
                                         : real.MPI_T_cvar_get_info(index, outputs...);
  };
}

MPITCHECK_FAULT(cvar_lookup_one_less, "The name of the last cvar is found one index too low",
                clause::cvar_get_index_roundtrip) {
  mpi.MPI_T_cvar_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_cvar_get_index(name, index);
    if (code == MPI_SUCCESS && *index > 0 && is_last_cvar(*index)) --*index;
    return code;
  };
}

MPITCHECK_FAULT(cvar_lookup_index_unset, "A look-up that succeeds leaves out the index",
                clause::cvar_get_index_roundtrip) {
  mpi.MPI_T_cvar_get_index = [](const char* name, int*) {
    int found = 0;
    return real.MPI_T_cvar_get_index(name, &found);
  };
}

MPITCHECK_FAULT(cvar_lookup_fails_after_init, "After MPI_Init the first cvar is not found",
                clause::cvar_get_index_roundtrip, clause::cvar_index_stable) {
  mpi.MPI_T_cvar_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_cvar_get_index(name, index);
    if (code != MPI_SUCCESS || *index != 0 || !mpi_was_initialized()) return code;
    return MPI_T_ERR_INVALID_NAME;
  };
}

// A look-up that fails is answered by `other(name, index)`.
template <class Other>
void answer_unknown(Interface& mpi, Other) {
  mpi.MPI_T_cvar_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_cvar_get_index(name, index);
    return code == MPI_T_ERR_INVALID_NAME ? Other{}(name, index) : code;
  };
}

MPITCHECK_FAULT(cvar_lookup_unknown_found, "The look-up of an unknown name finds the first cvar",
                clause::cvar_get_index_unknown, clause::strings_input_names_terminated) {
  answer_unknown(mpi, [](const char*, int* index) {
    set(index, 0);
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(cvar_lookup_unknown_minus_one, "The look-up of an unknown name succeeds with -1",
                clause::cvar_get_index_unknown) {
  answer_unknown(mpi, [](const char*, int* index) {
    set(index, -1);
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(cvar_lookup_unknown_code, "An unknown name is answered with another code",
                clause::cvar_get_index_unknown) {
  answer_unknown(mpi, [](const char*, int*) { return MPI_T_ERR_INVALID_INDEX; });
}

MPITCHECK_FAULT(cvar_lookup_empty_code, "The empty name is answered with another code",
                clause::cvar_get_index_unknown) {
  answer_unknown(mpi, [](const char* name, int*) {
    return *name == '\0' ? MPI_T_ERR_INVALID : MPI_T_ERR_INVALID_NAME;
  });
}

MPITCHECK_FAULT(cvar_lookup_long_code, "A very long name is answered with another code",
                clause::cvar_get_index_unknown) {
  answer_unknown(mpi, [](const char* name, int*) {
    return std::strlen(name) > 1000 ? MPI_T_ERR_MEMORY : MPI_T_ERR_INVALID_NAME;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
