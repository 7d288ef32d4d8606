// SPDX-License-Identifier: BSD-3-Clause
// Faults of the return codes as numbers among the error classes of MPI.
#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

// The rule on error classes ended with MPI 4.0: a library that breaks it claims no more than that.
int at_most_4_0(int* version, int* subversion) {
  const int code = real.MPI_Get_version(version, subversion);
  if (*version > 4) *version = 4;
  if (*version == 4) *subversion = 0;
  return code;
}

MPITCHECK_FAULT(errors_user_class_clashes,
                "MPI_Add_error_class gives a return code of the interface",
                clause::errors_no_overlap_with_mpi) {
  mpi.MPI_Add_error_class = [](int* error_class) {
    const int code = real.MPI_Add_error_class(error_class);
    if (code == MPI_SUCCESS) *error_class = MPI_T_ERR_INVALID_HANDLE;
    return code;
  };
}

MPITCHECK_FAULT(errors_third_user_code_clashes,
                "The third call of MPI_Add_error_code gives a return code of the interface",
                clause::errors_no_overlap_with_mpi) {
  mpi.MPI_Add_error_code = [](int error_class, int* error_code) {
    static int calls = 0;
    const int code = real.MPI_Add_error_code(error_class, error_code);
    if (code == MPI_SUCCESS && ++calls == 3) *error_code = MPI_T_ERR_PVAR_NO_ATOMIC;
    return code;
  };
}

MPITCHECK_FAULT(errors_class_of_code_is_other,
                "In an MPI 4.0 one return code of the interface has the error class MPI_ERR_OTHER",
                clause::errors_are_classes) {
  mpi.MPI_Get_version = at_most_4_0;
  mpi.MPI_Error_class = [](int error_code, int* error_class) {
    const int code = real.MPI_Error_class(error_code, error_class);
    if (error_code == MPI_T_ERR_CVAR_SET_NEVER) *error_class = MPI_ERR_OTHER;
    return code;
  };
}

MPITCHECK_FAULT(errors_text_of_code_is_empty,
                "In an MPI 4.0 one return code of the interface has an empty text",
                clause::errors_are_classes) {
  mpi.MPI_Get_version = at_most_4_0;
  mpi.MPI_Error_string = [](int error_code, char* text, int* length) {
    const int code = real.MPI_Error_string(error_code, text, length);
    if (error_code == MPI_T_ERR_PVAR_NO_ATOMIC) *length = text[0] = 0;
    return code;
  };
}

#ifdef MPITCHECK_DECLARES_MPI_T_ERR_INVALID_ITEM
MPITCHECK_FAULT(errors_invalid_item_returned,
                "MPI_T_enum_get_item answers a bad index with the deprecated INVALID_ITEM",
                clause::errors_invalid_item_deprecated) {
  alter_code<&Interface::MPI_T_enum_get_item>(mpi, [](int code) {
    return code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID_ITEM : code;
  });
}
#endif

}  // namespace
}  // namespace mpitcheck::faults
