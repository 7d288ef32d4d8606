// SPDX-License-Identifier: BSD-3-Clause
// A report of benchmarks to show.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/bench/bench_model.hpp"

namespace mpitcheck::bench::samples {

/// Two targets; a call with baseline, one that failed, one that a target lacks, a series, a
/// comparison. Names and texts end with `mark`.
BenchReport report(const std::string& mark = {});

/// A row of "fake" whose ratio to its baseline, 10 ns, has this sample.
Row row(const std::string& name, const std::vector<double>& ratios);

}  // namespace mpitcheck::bench::samples
