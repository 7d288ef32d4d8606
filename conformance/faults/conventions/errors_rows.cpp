// SPDX-License-Identifier: BSD-3-Clause
// Faults of return codes: a function answers with a code of another group of functions.
#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

// A refusal becomes `other`; an interface that is down answers so as before.
int refused_as(int other, int code) {
  return code == MPI_SUCCESS || code == MPI_T_ERR_NOT_INITIALIZED ? code : other;
}

MPITCHECK_FAULT(errors_cvar_look_up_code,
                "MPI_T_cvar_get_index answers an unknown name with MPI_T_ERR_PVAR_NO_WRITE",
                clause::errors_query_row, clause::cvar_get_index_unknown) {
  alter_code<&Interface::MPI_T_cvar_get_index>(
      mpi, [](int code) { return refused_as(MPI_T_ERR_PVAR_NO_WRITE, code); });
}

MPITCHECK_FAULT(errors_category_look_up_code,
                "MPI_T_category_get_index answers an unknown name with MPI_T_ERR_OUT_OF_SESSIONS",
                clause::errors_query_row, clause::category_get_index_unknown) {
  alter_code<&Interface::MPI_T_category_get_index>(
      mpi, [](int code) { return refused_as(MPI_T_ERR_OUT_OF_SESSIONS, code); });
}

MPITCHECK_FAULT(errors_pvar_query_code,
                "MPI_T_pvar_get_info answers a bad index with MPI_T_ERR_INVALID_HANDLE",
                clause::errors_query_row, clause::pvar_info_bad_index) {
  alter_code<&Interface::MPI_T_pvar_get_info>(
      mpi, [](int code) { return refused_as(MPI_T_ERR_INVALID_HANDLE, code); });
}

MPITCHECK_FAULT(errors_cvar_handle_code,
                "MPI_T_cvar_handle_alloc answers a bad index with MPI_T_ERR_CVAR_SET_NOT_NOW",
                clause::errors_handle_row, clause::cvar_handle_bad_index) {
  alter_code<&Interface::MPI_T_cvar_handle_alloc>(
      mpi, [](int code) { return refused_as(MPI_T_ERR_CVAR_SET_NOT_NOW, code); });
}

MPITCHECK_FAULT(errors_pvar_handle_code,
                "MPI_T_pvar_handle_alloc answers a bad index with MPI_T_ERR_PVAR_NO_STARTSTOP",
                clause::errors_handle_row, clause::pvar_handle_bad_index) {
  alter_code<&Interface::MPI_T_pvar_handle_alloc>(
      mpi, [](int code) { return refused_as(MPI_T_ERR_PVAR_NO_STARTSTOP, code); });
}

MPITCHECK_FAULT(errors_cvar_write_code,
                "MPI_T_cvar_write refuses with MPI_T_ERR_PVAR_NO_WRITE, the code of pvars",
                clause::errors_cvar_access_row, clause::cvar_write_constant_refused,
                clause::cvar_write_readonly_refused) {
  alter_code<&Interface::MPI_T_cvar_write>(
      mpi, [](int code) { return refused_as(MPI_T_ERR_PVAR_NO_WRITE, code); });
}

MPITCHECK_FAULT(errors_cvar_read_code,
                "Each seventh MPI_T_cvar_read answers MPI_T_ERR_OUT_OF_HANDLES",
                clause::errors_cvar_access_row, clause::cvar_read_delivers_value,
                clause::cvar_read_any_scope) {
  alter_code<&Interface::MPI_T_cvar_read>(mpi, [](int code) {
    static int calls = 0;
    return ++calls % 7 == 0 ? MPI_T_ERR_OUT_OF_HANDLES : code;
  });
}

MPITCHECK_FAULT(errors_pvar_start_code,
                "MPI_T_pvar_start refuses with MPI_T_ERR_PVAR_NO_WRITE instead of NO_STARTSTOP",
                clause::errors_pvar_access_row, clause::pvar_continuous_no_startstop) {
  alter_code<&Interface::MPI_T_pvar_start>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_STARTSTOP ? MPI_T_ERR_PVAR_NO_WRITE : code;
  });
}

MPITCHECK_FAULT(errors_pvar_stop_code,
                "MPI_T_pvar_stop refuses with MPI_T_ERR_PVAR_NO_ATOMIC instead of NO_STARTSTOP",
                clause::errors_pvar_access_row, clause::pvar_continuous_no_startstop) {
  alter_code<&Interface::MPI_T_pvar_stop>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_STARTSTOP ? MPI_T_ERR_PVAR_NO_ATOMIC : code;
  });
}

MPITCHECK_FAULT(errors_pvar_write_code,
                "MPI_T_pvar_write refuses with MPI_T_ERR_PVAR_NO_STARTSTOP instead of NO_WRITE",
                clause::errors_pvar_access_row, clause::pvar_write_refused_code) {
  alter_code<&Interface::MPI_T_pvar_write>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_PVAR_NO_STARTSTOP : code;
  });
}

MPITCHECK_FAULT(errors_pvar_reset_code,
                "MPI_T_pvar_reset refuses with MPI_T_ERR_PVAR_NO_ATOMIC instead of NO_WRITE",
                clause::errors_pvar_access_row, clause::pvar_reset_refused_code) {
  alter_code<&Interface::MPI_T_pvar_reset>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_PVAR_NO_ATOMIC : code;
  });
}

MPITCHECK_FAULT(errors_pvar_readreset_code,
                "MPI_T_pvar_readreset refuses with NO_STARTSTOP instead of NO_ATOMIC",
                clause::errors_pvar_access_row, clause::pvar_readreset_not_atomic_code) {
  alter_code<&Interface::MPI_T_pvar_readreset>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_T_ERR_PVAR_NO_STARTSTOP : code;
  });
}

MPITCHECK_FAULT(errors_source_timestamp_code,
                "MPI_T_source_get_timestamp answers a bad index with MPI_T_ERR_INVALID_HANDLE",
                clause::errors_source_row, clause::source_timestamp_invalid_index) {
  alter_code<&Interface::MPI_T_source_get_timestamp>(mpi, [](int code) {
    return code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID_HANDLE : code;
  });
}

MPITCHECK_FAULT(errors_source_info_code,
                "MPI_T_source_get_info answers a bad index with MPI_T_ERR_INVALID_SESSION",
                clause::errors_source_row, clause::source_info_invalid_index) {
  alter_code<&Interface::MPI_T_source_get_info>(mpi, [](int code) {
    return code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID_SESSION : code;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
