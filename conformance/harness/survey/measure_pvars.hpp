// SPDX-License-Identifier: BSD-3-Clause
// Measures what a tool needs to know about a performance variable beyond its description: the cost
// of a read, whether a signal handler can read it, and its state after MPI_Finalize and after
// re-initialization of the interface.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace mpitcheck {

/// Adds measurements to each of `pvars`, which have the form of list_everything(). `read_ns`,
/// `read_ratio` (to an empty call with the same parameters) and `in_handler` are measured while MPI
/// is initialized, `after_finalize` and `again` later. A member that could not be measured is
/// missing. All calls are made in children; this process must not have initialized MPI or the
/// interface.
void measure_pvars(nlohmann::json& pvars);

}  // namespace mpitcheck
