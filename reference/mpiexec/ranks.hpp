// SPDX-License-Identifier: BSD-3-Clause
// Starts the processes of a job.
#pragma once

#include <sys/types.h>

#include <vector>

#include "reference/mpiexec/options.hpp"
#include "reference/runtime/job/job_segment.hpp"

namespace mpit::mpiexec {

/// Starts one process for each rank and returns their ids by rank. The kernel kills them when this
/// process ends. If one cannot be started, kills the others and throws Failure.
std::vector<pid_t> start_ranks(const Options& options, const runtime::JobSegment& segment);

}  // namespace mpit::mpiexec
