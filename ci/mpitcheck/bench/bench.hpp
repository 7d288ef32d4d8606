// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck bench`: its command line; measure the benchmarks of several trees in turns or read an
// earlier run, compare, report.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ci/mpitcheck/bench/bench_model.hpp"

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

/// Prints the table, writes the reports; returns the exit code. Throws UserError if nothing can be
/// done as asked.
int run_bench(const BenchOptions& options, const std::vector<std::string>& command);

/// Reads what --json wrote; throws UserError if it cannot be read. `option` is named in the
/// message.
BenchReport read_bench(const std::string& option, const std::string& path);

/// What a page shows of the file that its option --bench names; nothing if it names none.
std::string section_to_show(const std::string& path);

/// Throws UserError if there is nothing to measure as asked. What fails later is told in
/// `problems`.
BenchReport measure(const BenchOptions& options, const std::vector<std::string>& command);

}  // namespace mpitcheck::bench
