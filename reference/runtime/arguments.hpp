// SPDX-License-Identifier: BSD-3-Clause
// Checks of the arguments of communication. The cvar mpi_error_checking switches them off.
#pragma once

#include <cstddef>

#include "call.hpp"

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
