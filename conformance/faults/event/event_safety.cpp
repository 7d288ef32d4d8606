// SPDX-License-Identifier: BSD-3-Clause
// Faults of what may be called inside event callbacks.
#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/event_callbacks.hpp"

namespace mpitcheck::faults {
namespace {

constexpr int no_callback = -1;
int rank_inside = no_callback;  // of the innermost callback that the MPI is in

void watch_callbacks(Interface& mpi) {
  change_deliveries(mpi, [](const Delivery& it) {
    const int outside = rank_inside;
    rank_inside = rank_of(it.safety);
    it.deliver();
    rank_inside = outside;
  });
}

// Inside callbacks the function `Member` says that it is not accessible.
template <auto Member>
void close_inside(Interface& mpi) {
  watch_callbacks(mpi);
  alter_code<Member>(mpi, [](int code) { return rank_inside < 0 ? code : not_accessible; });
}

MPITCHECK_FAULT(event_inside_no_read, "inside callbacks MPI_T_event_read is not accessible",
                clause::event_safety_exempt_functions, clause::event_data_read,
                clause::errors_not_accessible_exempt) {
  close_inside<&Interface::MPI_T_event_read>(mpi);
}

MPITCHECK_FAULT(event_inside_no_copy, "inside callbacks MPI_T_event_copy is not accessible",
                clause::event_safety_exempt_functions, clause::event_data_copy_layout) {
  close_inside<&Interface::MPI_T_event_copy>(mpi);
}

MPITCHECK_FAULT(event_inside_no_source, "inside callbacks MPI_T_event_get_source is not accessible",
                clause::event_safety_exempt_functions, clause::event_data_source) {
  close_inside<&Interface::MPI_T_event_get_source>(mpi);
}

MPITCHECK_FAULT(event_inside_no_stamp, "inside callbacks events have no accessible stamp",
                clause::event_safety_exempt_functions, clause::event_data_timestamp) {
  close_inside<&Interface::MPI_T_event_get_timestamp>(mpi);
}

MPITCHECK_FAULT(event_inside_no_time, "inside callbacks the time of a source is not accessible",
                clause::event_safety_exempt_functions) {
  close_inside<&Interface::MPI_T_source_get_timestamp>(mpi);
}

MPITCHECK_FAULT(event_inside_no_pvar_start, "inside callbacks MPI_T_pvar_start is not accessible",
                clause::event_safety_exempt_functions) {
  close_inside<&Interface::MPI_T_pvar_start>(mpi);
}

MPITCHECK_FAULT(event_inside_no_pvar_stop, "inside callbacks MPI_T_pvar_stop is not accessible",
                clause::event_safety_exempt_functions) {
  close_inside<&Interface::MPI_T_pvar_stop>(mpi);
}

MPITCHECK_FAULT(event_inside_no_pvar_read, "inside callbacks MPI_T_pvar_read is not accessible",
                clause::event_safety_exempt_functions) {
  close_inside<&Interface::MPI_T_pvar_read>(mpi);
}

MPITCHECK_FAULT(event_inside_no_pvar_write, "inside callbacks MPI_T_pvar_write is not accessible",
                clause::event_safety_exempt_functions) {
  close_inside<&Interface::MPI_T_pvar_write>(mpi);
}

MPITCHECK_FAULT(event_inside_no_pvar_reset, "inside callbacks MPI_T_pvar_reset is not accessible",
                clause::event_safety_exempt_functions) {
  close_inside<&Interface::MPI_T_pvar_reset>(mpi);
}

MPITCHECK_FAULT(event_inside_no_pvar_readreset,
                "inside callbacks MPI_T_pvar_readreset is not accessible",
                clause::event_safety_exempt_functions) {
  close_inside<&Interface::MPI_T_pvar_readreset>(mpi);
}

MPITCHECK_FAULT(event_inside_signal_no_pvar_read,
                "MPI_T_pvar_read is not accessible to a callback in a signal",
                clause::event_safety_exempt_functions) {
  watch_callbacks(mpi);
  alter_code<&Interface::MPI_T_pvar_read>(
      mpi, [](int code) { return rank_inside == 3 ? not_accessible : code; });
}

MPITCHECK_FAULT(event_inside_none_no_event_num,
                "a callback without limits has no access to MPI_T_event_get_num",
                clause::event_safety_none) {
  watch_callbacks(mpi);
  alter_code<&Interface::MPI_T_event_get_num>(
      mpi, [](int code) { return rank_inside == 0 ? not_accessible : code; });
}

MPITCHECK_FAULT(event_inside_none_no_cvar_num,
                "a callback without limits has no access to MPI_T_cvar_get_num",
                clause::event_safety_none) {
  watch_callbacks(mpi);
  alter_code<&Interface::MPI_T_cvar_get_num>(
      mpi, [](int code) { return rank_inside == 0 ? not_accessible : code; });
}

MPITCHECK_FAULT(event_inside_none_no_lookup,
                "a callback without limits has no access to MPI_T_event_get_index",
                clause::event_safety_none) {
  watch_callbacks(mpi);
  alter_code<&Interface::MPI_T_event_get_index>(
      mpi, [](int code) { return rank_inside == 0 ? not_accessible : code; });
}

MPITCHECK_FAULT(event_inside_restricted_wrong_code,
                "MPI_T_event_get_num fails inside callbacks that may not call MPI",
                clause::event_safety_restricted) {
  watch_callbacks(mpi);
  alter_code<&Interface::MPI_T_event_get_num>(
      mpi, [](int code) { return rank_inside == 1 ? MPI_T_ERR_INVALID : code; });
}

MPITCHECK_FAULT(event_inside_restricted_no_pvar_num,
                "MPI_T_pvar_get_num fails inside callbacks that may not call MPI",
                clause::event_safety_restricted) {
  watch_callbacks(mpi);
  alter_code<&Interface::MPI_T_pvar_get_num>(
      mpi, [](int code) { return rank_inside == 1 ? MPI_T_ERR_NOT_INITIALIZED : code; });
}

}  // namespace
}  // namespace mpitcheck::faults
