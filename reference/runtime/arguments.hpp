// SPDX-License-Identifier: BSD-3-Clause
// Checks of the arguments of communication. The cvar mpi_error_checking switches them off.
#pragma once

#include <cstddef>

#include "call.hpp"

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===
categories:
  - name        : mpi_errors
    description : Checks of arguments.

cvars:
  - name        : mpi_error_checking
    category    : mpi_errors
    type        : enum
    default     : arguments
    class       : none
    verbosity   : MPI_T_VERBOSITY_USER_DETAIL
    scope       : MPI_T_SCOPE_LOCAL
    description : |-
      What is checked before a communication. Set it at any time; it concerns this process only.
      none - Nothing: wrong arguments have undefined results.
      arguments - Ranks, tags and buffers.
=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

namespace mpit::runtime {

/// The bytes of `count` elements of `datatype`; throws MPI_ERR_COUNT, MPI_ERR_TYPE or
/// MPI_ERR_BUFFER.
std::size_t buffer_bytes(Call& call, const void* buffer, int count, MPI_Datatype datatype);

/// Throws MPI_ERR_RANK unless `rank` is one of `communicator`, MPI_PROC_NULL or, where a `wildcard`
/// is allowed, MPI_ANY_SOURCE.
void check_rank(Call& call, const Communicator& communicator, int rank, bool wildcard);

/// Throws MPI_ERR_TAG unless `tag` is not negative or, where a `wildcard` is allowed, MPI_ANY_TAG.
void check_tag(Call& call, int tag, bool wildcard);

/// Throws MPI_ERR_ROOT unless `root` is a rank of `communicator`.
void check_root(Call& call, const Communicator& communicator, int root);

}  // namespace mpit::runtime
