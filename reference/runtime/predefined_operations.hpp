// SPDX-License-Identifier: BSD-3-Clause
// The predefined operations on the predefined types.
#pragma once

#include <mpi.h>

#include <cstddef>

namespace mpit::runtime {

/// inout[i] = in[i] op inout[i] for `count` elements.
using CombineFunction = void (*)(const void* in, void* inout, std::size_t count);

/// What `op` does with elements of `datatype`, both predefined; null if it is not allowed
/// (MPI-5.0 section 6.9.2).
CombineFunction predefined_operation(MPI_Op op, MPI_Datatype datatype);

}  // namespace mpit::runtime
