// SPDX-License-Identifier: BSD-3-Clause
// Medians and spreads.
#pragma once

#include <cstddef>
#include <span>

namespace mpitcheck::bench {

/// Median and quartiles of a sample.
struct Summary {
  double median = 0, low = 0, high = 0;
  std::size_t count = 0;

  /// Distance of the quartiles as a share of the median; 0 if there is no median to speak of.
  [[nodiscard]] double spread() const { return median > 0 ? (high - low) / median : 0; }
};

/// All zero for an empty sample. Quartiles between two values are interpolated.
Summary summary_of(std::span<const double> sample);

double median_of(std::span<const double> sample);

}  // namespace mpitcheck::bench
