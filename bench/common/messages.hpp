// SPDX-License-Identifier: BSD-3-Clause
// Operations of MPI whose cost shows what looking on costs, and pvars that they move.
#pragma once

#include <vector>

#include "common/program.hpp"
#include "harness/variables.hpp"

namespace mpitcheck::bench {

/// Times messages of this process to itself: MPI_Isend, MPI_Irecv, MPI_Waitall on MPI_COMM_SELF.
/// Each must arrive.
void time_self_messages(benchmark::State& state);

/// Times MPI_Barrier on MPI_COMM_WORLD.
void time_barriers(benchmark::State& state);

/// The usable pvars that have another value after some self messages than before, or while some
/// wait; noted as missing if there are none.
const std::vector<PvarInfo>& moving_pvars();

}  // namespace mpitcheck::bench
