// SPDX-License-Identifier: BSD-3-Clause
// What a tool wants to know of a performance variable beside its description: what a read costs,
// whether a signal handler can make it, and what is left of the variable after MPI_Finalize or when
// the interface has come up once more.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace mpitcheck {

/// Adds to each of `pvars`, as list_everything() has them, what was measured while MPI was up:
/// `read_ns` and `read_ratio` (to an empty call of the same form), `in_handler`; and
/// `after_finalize` and `again`. What could not be found out is not there. All of it happens in
/// child processes: MPI and the interface are down here.
void measure_pvars(nlohmann::json& pvars);

}  // namespace mpitcheck
