// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck run`: plan, run, judge, report.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

/// Runs the selected tests, prints the summary, writes the reports; returns the exit code.
/// `command` is the command line, for the report's header. Throws UserError if nothing can be run
/// as asked.
int run_tests(const RunOptions& options, const std::vector<std::string>& command);

/// The same without printing a summary or writing reports.
RunReport execute_tests(const RunOptions& options, const std::vector<std::string>& command);

/// The same with these targets instead of the trees that the options name.
RunReport execute_tests(const RunOptions& options, std::vector<Target> targets,
                        const std::vector<std::string>& command);

}  // namespace mpitcheck
