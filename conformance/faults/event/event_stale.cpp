// SPDX-License-Identifier: BSD-3-Clause
// Faults of registration handles that were freed.
#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(event_stale_get_info, "a freed handle still has hints",
                clause::event_handle_stale) {
  alter_code<&Interface::MPI_T_event_handle_get_info>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code; });
}

MPITCHECK_FAULT(event_stale_set_info, "hints of a freed handle can be set",
                clause::event_handle_stale) {
  alter_code<&Interface::MPI_T_event_handle_set_info>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code; });
}

MPITCHECK_FAULT(event_stale_callback_get_info, "callbacks of a freed handle still have hints",
                clause::event_handle_stale) {
  alter_code<&Interface::MPI_T_event_callback_get_info>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_HANDLE ? MPI_T_ERR_INVALID : code; });
}

MPITCHECK_FAULT(event_stale_callback_set_info, "hints of callbacks of a freed handle can be set",
                clause::event_handle_stale) {
  alter_code<&Interface::MPI_T_event_callback_set_info>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code; });
}

MPITCHECK_FAULT(event_stale_register, "a freed handle takes callbacks",
                clause::event_handle_stale) {
  alter_code<&Interface::MPI_T_event_register_callback>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code; });
}

MPITCHECK_FAULT(event_stale_set_handler, "a freed handle takes a handler of dropped events",
                clause::event_handle_stale) {
  alter_code<&Interface::MPI_T_event_set_dropped_handler>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_HANDLE ? MPI_T_ERR_INVALID : code; });
}

}  // namespace
}  // namespace mpitcheck::faults
