// SPDX-License-Identifier: BSD-3-Clause
// Supervises a job until its end.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <vector>

#include "reference/runtime/job/job_segment.hpp"

namespace mpit::mpiexec {

/// The signals that supervise() waits for. Block them before the ranks are started.
sigset_t watched_signals();

/// Waits for the processes of the job, which `ranks` lists by rank. Returns the exit code of
/// mpiexec. If a process fails, prints the reason in one line on stderr and kills all processes of
/// the job and those that they started.
int supervise(const std::vector<pid_t>& ranks, const runtime::JobSegment& segment);

}  // namespace mpit::mpiexec
