// SPDX-License-Identifier: BSD-3-Clause
// Reads what a program of Google Benchmark wrote.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::bench {

/// One benchmark of one process: the median over its repetitions there.
struct Measured {
  std::string name;
  std::string baseline;  ///< NAME of the label baseline=NAME; empty: none
  std::string clock;     ///< "real" if the name says so, else "cpu"
  double ns = 0;         ///< per operation
  std::map<std::string, double> counters;
  std::string problem;  ///< why it has no time; empty: it has
};

/// What one process measured.
struct ProcessFigures {
  std::vector<Measured> rows;
  std::vector<std::string> missing;  ///< the context key "missing", split at "; "
};

/// What parse_google throws: one line.
struct NotGoogleBenchmark : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Names that begin with "baseline/".
bool is_baseline(std::string_view name);

/// Throws NotGoogleBenchmark if the text is not the JSON of Google Benchmark.
ProcessFigures parse_google(std::string_view text);

}  // namespace mpitcheck::bench
