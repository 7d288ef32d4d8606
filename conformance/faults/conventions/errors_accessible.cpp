// SPDX-License-Identifier: BSD-3-Clause
// Faults of functions that must never answer MPI_T_ERR_NOT_ACCESSIBLE, and do.
#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {
#ifdef MPITCHECK_DECLARES_MPI_T_ERR_NOT_ACCESSIBLE

constexpr Clause exempt = clause::errors_not_accessible_exempt;

MPITCHECK_FAULT(errors_pvar_read_inaccessible,
                "MPI_T_pvar_read answers NOT_ACCESSIBLE for a pvar bound to a communicator", exempt,
                clause::pvar_read_delivers_value) {
  static MPI_T_pvar_handle bound = MPI_T_PVAR_HANDLE_NULL;
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS && object != nullptr) bound = *handle;
    return code;
  };
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buffer) {
    if (handle == bound) return MPI_T_ERR_NOT_ACCESSIBLE;
    return real.MPI_T_pvar_read(session, handle, buffer);
  };
}

MPITCHECK_FAULT(errors_pvar_start_inaccessible,
                "MPI_T_pvar_start answers NOT_ACCESSIBLE for continuous pvars", exempt,
                clause::pvar_continuous_no_startstop) {
  alter_code<&Interface::MPI_T_pvar_start>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_STARTSTOP ? MPI_T_ERR_NOT_ACCESSIBLE : code;
  });
}

MPITCHECK_FAULT(errors_pvar_stop_inaccessible,
                "MPI_T_pvar_stop answers NOT_ACCESSIBLE for continuous pvars", exempt,
                clause::pvar_continuous_no_startstop) {
  alter_code<&Interface::MPI_T_pvar_stop>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_STARTSTOP ? MPI_T_ERR_NOT_ACCESSIBLE : code;
  });
}

MPITCHECK_FAULT(errors_pvar_write_inaccessible,
                "MPI_T_pvar_write answers NOT_ACCESSIBLE for read-only pvars", exempt,
                clause::pvar_write_refused_code) {
  alter_code<&Interface::MPI_T_pvar_write>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_NOT_ACCESSIBLE : code;
  });
}

MPITCHECK_FAULT(errors_pvar_reset_inaccessible,
                "MPI_T_pvar_reset answers NOT_ACCESSIBLE for read-only pvars before MPI_Init",
                exempt, clause::pvar_reset_refused_code) {
  alter_code<&Interface::MPI_T_pvar_reset>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_WRITE && !mpi_was_initialized() ? MPI_T_ERR_NOT_ACCESSIBLE
                                                                     : code;
  });
}

MPITCHECK_FAULT(errors_pvar_readreset_inaccessible,
                "MPI_T_pvar_readreset answers NOT_ACCESSIBLE for pvars that are not atomic", exempt,
                clause::pvar_readreset_not_atomic_code) {
  alter_code<&Interface::MPI_T_pvar_readreset>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_T_ERR_NOT_ACCESSIBLE : code;
  });
}

MPITCHECK_FAULT(errors_source_timestamp_inaccessible,
                "MPI_T_source_get_timestamp answers NOT_ACCESSIBLE after MPI_Init", exempt,
                clause::source_timestamp_success, clause::source_timestamp_not_supported,
                clause::event_safety_exempt_functions) {
  alter_code<&Interface::MPI_T_source_get_timestamp>(mpi, [](int code) {
    return code == MPI_SUCCESS && mpi_is_up() ? MPI_T_ERR_NOT_ACCESSIBLE : code;
  });
}

MPITCHECK_FAULT(errors_event_read_inaccessible,
                "MPI_T_event_read answers NOT_ACCESSIBLE inside a callback", exempt,
                clause::event_safety_exempt_functions, clause::event_data_read) {
  alter_code<&Interface::MPI_T_event_read>(
      mpi, [](int code) { return code == MPI_SUCCESS ? MPI_T_ERR_NOT_ACCESSIBLE : code; });
}

MPITCHECK_FAULT(errors_event_copy_inaccessible,
                "Each second MPI_T_event_copy answers NOT_ACCESSIBLE inside a callback", exempt,
                clause::event_safety_exempt_functions) {
  alter_code<&Interface::MPI_T_event_copy>(mpi, [](int code) {
    static int calls = 0;
    return ++calls % 2 == 0 ? MPI_T_ERR_NOT_ACCESSIBLE : code;
  });
}

MPITCHECK_FAULT(errors_event_timestamp_inaccessible,
                "MPI_T_event_get_timestamp answers NOT_ACCESSIBLE inside a callback", exempt,
                clause::event_safety_exempt_functions, clause::event_data_timestamp) {
  alter_code<&Interface::MPI_T_event_get_timestamp>(
      mpi, [](int code) { return code == MPI_SUCCESS ? MPI_T_ERR_NOT_ACCESSIBLE : code; });
}

MPITCHECK_FAULT(errors_event_source_inaccessible,
                "MPI_T_event_get_source answers NOT_ACCESSIBLE inside a callback", exempt,
                clause::event_safety_exempt_functions, clause::event_data_source) {
  alter_code<&Interface::MPI_T_event_get_source>(
      mpi, [](int code) { return code == MPI_SUCCESS ? MPI_T_ERR_NOT_ACCESSIBLE : code; });
}

#endif
}  // namespace
}  // namespace mpitcheck::faults
