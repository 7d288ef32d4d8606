// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck bench`: measure or read, compare, report.
#pragma once

#include <string>
#include <vector>

#include "bench/bench_model.hpp"
#include "bench/options.hpp"

namespace mpitcheck::bench {

/// Prints the table, writes the reports; returns the exit code. Throws UserError if nothing can be
/// done as asked.
int run_bench(const BenchOptions& options, const std::vector<std::string>& command);

/// Reads what --json wrote; throws UserError if it cannot be read. `option` is named in the
/// message.
BenchReport read_bench(const std::string& option, const std::string& path);

}  // namespace mpitcheck::bench
