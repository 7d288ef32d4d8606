// SPDX-License-Identifier: BSD-3-Clause
// Starting the processes of a job.
#pragma once

#include <sys/types.h>

#include <vector>

#include "reference/mpiexec/options.hpp"
#include "reference/runtime/job/job_segment.hpp"

namespace mpit::mpiexec {

/// Starts one process for each rank; each ends when this process does. Returns their ids by rank.
/// Throws Failure, with none left running, if one could not be started.
std::vector<pid_t> start_ranks(const Options& options, const runtime::JobSegment& segment);

}  // namespace mpit::mpiexec
