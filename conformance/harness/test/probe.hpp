// SPDX-License-Identifier: BSD-3-Clause
// Finding out in forked children what can be touched at all, so that a test of another rule can
// step around what would kill it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// Asks `probe(i)` for each i below `count` in a forked child, and in another one once one died.
/// Returns the answers, and nothing where the child died or the quarantine
/// stepped over a call. The probes leave no trace in this
/// process.
std::vector<std::optional<int>> probe_each(std::size_t count, FunctionRef<int(std::size_t)> probe);

/// The same for a child that may die: it asks here if it cannot fork.
std::vector<std::optional<int>> ask_each(std::size_t count, FunctionRef<int(std::size_t)> probe);

/// Whether MPI_T_init_thread answers MPI_T_ERR_CANNOT_INIT to each level, so that the interface
/// never comes up (A32). It asks in children, unless it is known to have come up.
bool never_comes_up();

}  // namespace mpitcheck
