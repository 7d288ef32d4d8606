// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest repro`: under a deliberate fault, the C program of the test that finds it
// must show the fault, and nothing without it.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/selftest/fault_selection.hpp"

namespace mpitcheck {

/// Prints a row per fault, the share of those shown, and which programs fail under faults of other
/// rules or under legal variants, drawn by options.seed: their condition is not the rule. Writes
/// options.json and, to options.repro, the programs. Returns the exit code: 1 for such a program,
/// or if fewer than `at_least` per cent of the failures are shown. Throws UserError if nothing can
/// be run as asked.
int selftest_repro(const RunOptions& options, const FaultSelection& selection, int at_least,
                   const std::vector<std::string>& command);

}  // namespace mpitcheck
