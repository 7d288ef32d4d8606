// SPDX-License-Identifier: BSD-3-Clause
// A small proof that MPI is alive, which says what went wrong.
#pragma once

#include <optional>

#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/test/baseline.hpp"

namespace mpitcheck {

/// The first of a barrier, a broadcast and reductions over `comm` that goes wrong.
std::optional<Fact> odd_collective(MPI_Comm comm);

/// What goes wrong of self messages and odd_collective(MPI_COMM_WORLD).
std::optional<Fact> odd_communication();

/// odd_communication() is nothing.
extern const Baseline plain_communication;

/// For check_beside(): nothing went wrong.
inline auto is_sound(const std::optional<Fact>& odd) {
  return Expected{!odd, [=] { return *odd; }};
}

}  // namespace mpitcheck
