// SPDX-License-Identifier: BSD-3-Clause
// Faults of the verbosity, binding and datatype that variables and event types report.
#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {
namespace {

constexpr int no_constant = 4711;

MPITCHECK_FAULT(verbosity_unknown_cvar, "The verbosity of the last cvar is no constant",
                clause::verbosity_reported_is_constant) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (is_last_cvar(reply.index)) set(reply.verbosity, no_constant);
  });
}

MPITCHECK_FAULT(verbosity_unknown_pvar_after_init,
                "After MPI_Init the verbosity of the last pvar is no constant",
                clause::verbosity_reported_is_constant) {
  spoil_pvar_info(mpi, [](const PvarReply& reply) {
    if (is_last_pvar(reply.index) && mpi_was_initialized()) set(reply.verbosity, no_constant);
  });
}

MPITCHECK_FAULT(verbosity_unknown_event, "The verbosity of the first event type is no constant",
                clause::verbosity_reported_is_constant) {
  spoil_event_info(mpi, [](int index, int* verbosity, int*) {
    if (index == 0) set(verbosity, no_constant);
  });
}

MPITCHECK_FAULT(verbosity_above_all, "MPIDEV_ALL is reported as the number above it",
                clause::verbosity_reported_is_constant) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (reply.verbosity == nullptr) return;
    if (*reply.verbosity == MPI_T_VERBOSITY_MPIDEV_ALL) ++*reply.verbosity;
  });
}

MPITCHECK_FAULT(binding_unknown_cvar, "The binding of the last cvar is no constant",
                clause::binding_reported_is_constant) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (is_last_cvar(reply.index)) set(reply.bind, no_constant);
  });
}

MPITCHECK_FAULT(binding_unknown_pvar_after_init,
                "After MPI_Init the binding of the last pvar is no constant",
                clause::binding_reported_is_constant) {
  spoil_pvar_info(mpi, [](const PvarReply& reply) {
    if (is_last_pvar(reply.index) && mpi_was_initialized()) set(reply.bind, no_constant);
  });
}

MPITCHECK_FAULT(binding_unknown_event, "The binding of the first event type is no constant",
                clause::binding_reported_is_constant) {
  spoil_event_info(mpi, [](int index, int*, int* bind) {
    if (index == 0) set(bind, no_constant);
  });
}

MPITCHECK_FAULT(datatype_long_cvar, "Unsigned long cvars are reported as MPI_LONG",
                clause::datatype_allowed_set) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (reply.datatype == nullptr) return;
    if (*reply.datatype == MPI_UNSIGNED_LONG) *reply.datatype = MPI_LONG;
  });
}

MPITCHECK_FAULT(datatype_float_pvar, "The last pvar is reported as MPI_FLOAT",
                clause::datatype_allowed_set) {
  spoil_pvar_info(mpi, [](const PvarReply& reply) {
    if (is_last_pvar(reply.index)) set(reply.datatype, MPI_FLOAT);
  });
}

MPITCHECK_FAULT(datatype_null_cvar, "The last cvar is reported as MPI_DATATYPE_NULL",
                clause::datatype_allowed_set) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (is_last_cvar(reply.index)) set(reply.datatype, MPI_DATATYPE_NULL);
  });
}

MPITCHECK_FAULT(datatype_changes_in_init,
                "Before MPI_Init unsigned long cvars are reported as unsigned long long",
                clause::datatype_usable_before_mpi_init, clause::cvar_info_immutable) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (reply.datatype == nullptr || mpi_was_initialized()) return;
    if (*reply.datatype == MPI_UNSIGNED_LONG) *reply.datatype = MPI_UNSIGNED_LONG_LONG;
  });
}

MPITCHECK_FAULT(datatype_null_before_init, "Before MPI_Init pvars have no datatype",
                clause::datatype_usable_before_mpi_init, clause::datatype_allowed_set) {
  spoil_pvar_info(mpi, [](const PvarReply& reply) {
    if (!mpi_was_initialized()) set(reply.datatype, MPI_DATATYPE_NULL);
  });
}

}  // namespace
}  // namespace mpitcheck::faults
