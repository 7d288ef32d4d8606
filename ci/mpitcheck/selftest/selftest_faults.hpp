// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest faults`: each deliberately broken MPI_T must be caught by a test of the rule
// that it breaks.
#pragma once

#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/selftest/fault_selection.hpp"

namespace mpitcheck {

/// Runs the tests of its clauses (or the whole suite) under each fault, prints the kill table and
/// writes options.json; returns the exit code: 1 if a fault is not killed (on another MPI than the
/// reference, one may be idle or unseen). Throws UserError if nothing can be run as asked.
int selftest_faults(const RunOptions& options, const FaultSelection& selection, bool whole_suite);

}  // namespace mpitcheck
