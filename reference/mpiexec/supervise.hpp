// SPDX-License-Identifier: BSD-3-Clause
// Watching over a job until its end.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <vector>

#include "reference/runtime/job/job_segment.hpp"

namespace mpit::mpiexec {

/// The signals that `supervise` waits for; they must be blocked before the ranks are started.
sigset_t watched_signals();

/// Waits for the processes of the job, by rank, and ends all as soon as the job cannot end well:
/// then one line on stderr says why, and nothing that they started is left. Returns the exit code
/// of mpiexec.
int supervise(const std::vector<pid_t>& ranks, const runtime::JobSegment& segment);

}  // namespace mpit::mpiexec
