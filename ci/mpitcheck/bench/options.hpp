// SPDX-License-Identifier: BSD-3-Clause
// The command line of `mpitcheck bench`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mpitcheck::bench {

struct BenchOptions {
  std::vector<std::string> trees;
  std::string from;                  ///< an earlier --json to show instead of measuring
  std::vector<std::string> filters;  ///< globs over benchmark names; empty: everything
  std::size_t repetitions = 0;       ///< 0: as many as fit into the time
  bool quick = false;
  bool pin = true;
  double timeout = 120;  ///< seconds per start of a program
  std::string raw;       ///< folder for Google Benchmark's JSON; empty: not kept
  std::string json, markdown, html;
  std::string against;     ///< an earlier --json; empty: none
  double min_effect = 10;  ///< per cent
  bool even_if_noisy = false;
};

void add_bench_options(CLI::App& app, BenchOptions& options);

}  // namespace mpitcheck::bench
