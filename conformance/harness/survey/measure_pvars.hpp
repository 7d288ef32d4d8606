// SPDX-License-Identifier: BSD-3-Clause
// Measures what a tool needs to know about a performance variable beyond its description: the cost
// of a read, whether a signal handler can read it, and its state after MPI_Finalize and after
// re-initialization of the interface.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace mpitcheck {

/// Adds to each of `pvars`, in the form of list_everything(), what was measured while MPI was up:
/// `read_ns`, `read_ratio` (to an empty call of the same form) and `in_handler`; and also
/// `after_finalize` and `again`. Members that could not be measured are missing. Everything runs in
/// child processes: in this one MPI and the interface are not initialized.
void measure_pvars(nlohmann::json& pvars);

}  // namespace mpitcheck
