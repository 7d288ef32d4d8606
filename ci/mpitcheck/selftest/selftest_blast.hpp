// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest blast`: what one function that harms its process costs the tests.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/selftest/fault_selection.hpp"

namespace mpitcheck {

/// Runs the conformance suite as usual, then under each selected blast; prints the table and writes
/// options.json. Returns the exit code: 1 if something is over its limit. Throws UserError if
/// nothing can be run as asked.
int selftest_blast(const RunOptions& options, const FaultSelection& selection,
                   const std::vector<std::string>& command);

}  // namespace mpitcheck
