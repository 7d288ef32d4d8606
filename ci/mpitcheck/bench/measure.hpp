// SPDX-License-Identifier: BSD-3-Clause
// Measures the benchmarks of several trees in turns.
#pragma once

#include <string>
#include <vector>

#include "bench/bench_model.hpp"
#include "bench/options.hpp"

namespace mpitcheck::bench {

/// Throws UserError if there is nothing to measure as asked. What fails later is told in
/// `problems`.
BenchReport measure(const BenchOptions& options, const std::vector<std::string>& command);

}  // namespace mpitcheck::bench
