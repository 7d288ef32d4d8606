// SPDX-License-Identifier: BSD-3-Clause
// Instructions of this thread in user mode, where the machine and its settings let us count them.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

namespace mpitcheck::bench {

/// Counts from its making to tell(). It has nothing to clean up, lest the compiler arrange the loop
/// between the two another way.
class Instructions {
 public:
  Instructions();

  /// Ends the counting and gives the benchmark a counter `instructions`, those of one iteration; no
  /// counter where there is no counting. To be called once.
  void tell(benchmark::State& state) const;

  /// "counted", or why not.
  static std::string availability();

 private:
  int file_;
};

}  // namespace mpitcheck::bench
