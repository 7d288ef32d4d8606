// SPDX-License-Identifier: BSD-3-Clause
// Finds out in forked children which objects can be used, so that a test of another rule can avoid
// those that would end it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// Calls `probe(i)` for each i below `count` in a forked child, and in a new one after each death.
/// Returns the answers, and nothing where the child died or the quarantine skipped a call. The
/// probes leave no trace in this process.
std::vector<std::optional<int>> probe_each(std::size_t count, FunctionRef<int(std::size_t)> probe);

/// probe_each() from a child that may die: if it cannot fork, it makes the probes itself.
std::vector<std::optional<int>> ask_each(std::size_t count, FunctionRef<int(std::size_t)> probe);

/// Whether MPI_T_init_thread answers MPI_T_ERR_CANNOT_INIT to each level, so that the interface
/// never comes up (A32). It asks in children, unless it is known to have come up.
bool never_comes_up();

}  // namespace mpitcheck
