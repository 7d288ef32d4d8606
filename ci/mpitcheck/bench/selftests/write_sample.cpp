// SPDX-License-Identifier: BSD-3-Clause
// Writes the sample as JSON to stdout.
#include <cstdio>

#include "ci/mpitcheck/bench/bench_report.hpp"
#include "ci/mpitcheck/bench/selftests/sample_bench.hpp"

int main() {
  std::fputs(mpitcheck::report::to_json(mpitcheck::bench::samples::report()).c_str(), stdout);
  return 0;
}
