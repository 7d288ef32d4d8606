// SPDX-License-Identifier: BSD-3-Clause
// Is a run slower or faster than an earlier one?
#pragma once

#include "ci/mpitcheck/bench/bench_model.hpp"

namespace mpitcheck::bench {

struct CompareOptions {
  double min_effect = 0.10;  ///< changes of the ratio below this share do not count
  double alpha = 0.05;       ///< accepted chance of any false alarm in the whole comparison
  bool even_if_noisy = false;
};

/// Compares the ratios to the baselines of the rows that both runs have, by target and name.
/// `slower`: the rank test says that they exceed what they were by more than the minimum effect.
Comparison compare(const BenchReport& before, const BenchReport& after,
                   const CompareOptions& options);

std::size_t count(const Comparison& comparison, Direction direction);

/// "slower", "faster", "cannot tell".
std::string_view name_of(Direction direction);

}  // namespace mpitcheck::bench
