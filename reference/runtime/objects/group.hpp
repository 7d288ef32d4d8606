// SPDX-License-Identifier: BSD-3-Clause
// Groups of processes.
#pragma once

#include <vector>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// The rank in `group` of a process, given by its rank in the world; MPI_UNDEFINED if it is not in
/// the group.
int rank_in(const Group& group, int process);

/// A handle of the group of these processes; MPI_GROUP_EMPTY without any.
MPI_Group insert_group(Call& call, std::vector<int> processes);

}  // namespace mpit::runtime
