// SPDX-License-Identifier: BSD-3-Clause
// A small check that MPI works. It reports what failed.
#pragma once

#include <optional>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/test/baseline.hpp"

namespace mpitcheck {

/// The first failure among a barrier, a broadcast and reductions over `comm`.
std::optional<Fact> odd_collective(MPI_Comm comm);

/// The first failure among self messages and odd_collective(MPI_COMM_WORLD).
std::optional<Fact> odd_communication();

/// odd_communication() finds nothing.
extern const Baseline plain_communication;

}  // namespace mpitcheck
