// SPDX-License-Identifier: BSD-3-Clause
// Tries in forked children which objects can be used, so that tests of other rules can avoid
// objects that end the process.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// Calls `probe(i)` for each i below `count` in a forked child, and in a new one after each death.
/// Returns the answers. An answer is empty if the child died, the probe threw CannotGoOn, or a call
/// could not be made. The state of this process does not change.
std::vector<std::optional<int>> probe_each(std::size_t count, FunctionRef<int(std::size_t)> probe);

/// probe_each(), also from a child. A child that cannot fork makes the probes itself, and may die.
std::vector<std::optional<int>> ask_each(std::size_t count, FunctionRef<int(std::size_t)> probe);

/// Whether MPI_T_init_thread returns MPI_T_ERR_CANNOT_INIT for each thread level, which is legal
/// (A32). Forked children try it, unless the call has succeeded before.
bool never_comes_up();

}  // namespace mpitcheck
