// SPDX-License-Identifier: BSD-3-Clause
// Times reads of a performance variable. This file is optimized, unlike the programs that use it.
#pragma once

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// MPI_T_pvar_read, or a function with the same parameters.
using PvarRead = int (*)(MPI_T_pvar_session, MPI_T_pvar_handle, void*);

/// Does nothing and returns MPI_SUCCESS.
int read_nothing(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value);

/// The mean time of one of `calls` calls, in nanoseconds.
double nanoseconds_of(PvarRead function, int calls, MPI_T_pvar_session session,
                      MPI_T_pvar_handle handle, void* value);

}  // namespace mpitcheck
