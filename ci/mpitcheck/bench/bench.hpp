// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck bench`: measure or read, compare, report.
#pragma once

#include <string>
#include <vector>

#include "bench/options.hpp"

namespace mpitcheck::bench {

/// Prints the table, writes the reports; returns the exit code. Throws UserError if nothing can be
/// done as asked.
int run_bench(const BenchOptions& options, const std::vector<std::string>& command);

}  // namespace mpitcheck::bench
