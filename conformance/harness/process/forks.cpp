// SPDX-License-Identifier: BSD-3-Clause
// Combines the preflight's results with the state of this process.
#include "conformance/harness/process/forks.hpp"

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/process/habits.hpp"

namespace mpitcheck {

namespace {

bool mpi_is_used() {
  int flag = 0;
  MPI_Initialized(&flag);
  return flag != 0;
}

}  // namespace

bool Forks::is_library_used() const { return tool_was_up_ || mpi_is_used(); }

bool Forks::are_possible() const {
  if (!trouble_.empty() && is_library_used()) return false;
  const Habits& known = habits();
  if (known.forks_with_tool && known.forks_with_mpi) return true;
  if (mpi_is_used()) return known.forks_with_mpi;
  return !tool_was_up_ || known.forks_with_tool;
}

bool Forks::need_own_start() { return !habits().start.empty() && !mpi_is_used(); }

}  // namespace mpitcheck
