// SPDX-License-Identifier: BSD-3-Clause
// Instructions of this thread in user mode, where the machine and its settings let us count them.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

namespace mpitcheck::bench {

/// Counts during its life, which should enclose the timed loop, and gives the benchmark a counter
/// `instructions`: those of one iteration. No counter where there is no counting.
class Instructions {
 public:
  explicit Instructions(benchmark::State& state);
  ~Instructions();
  Instructions(const Instructions&) = delete;
  Instructions& operator=(const Instructions&) = delete;

  /// "counted", or why not.
  static std::string availability();

 private:
  benchmark::State& state_;
  int file_;
};

}  // namespace mpitcheck::bench
