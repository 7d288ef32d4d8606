// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest hostile`: under libraries that harm their process each verdict must be right.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/job/run_options.hpp"

namespace mpitcheck {

/// Runs the tests of all hostile libraries of the one tree in options.trees in one run, each
/// library as a target of its own, prints a table and what is wrong, writes options.json; returns
/// the exit code: 1 if a verdict is wrong. `filters` are globs over the libraries. Throws UserError
/// if nothing can be run as asked.
int selftest_hostile(const RunOptions& options, const std::vector<std::string>& filters,
                     const std::vector<std::string>& command);

}  // namespace mpitcheck
