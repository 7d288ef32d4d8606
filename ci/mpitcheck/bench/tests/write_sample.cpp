// SPDX-License-Identifier: BSD-3-Clause
// Writes the sample as JSON to stdout.
#include <cstdio>

#include "report/bench_report.hpp"
#include "sample_bench.hpp"

int main() {
  std::fputs(mpitcheck::report::to_json(mpitcheck::bench::samples::report()).c_str(), stdout);
  return 0;
}
