// SPDX-License-Identifier: BSD-3-Clause
// Attributes of communicators.
#pragma once

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// Copies the attributes of `from` to `to`, as their functions decide. These run with the lock
/// released. Throws an Error with the code that one returns.
void copy_attributes(Call& call, MPI_Comm from, MPI_Comm to);

}  // namespace mpit::runtime
