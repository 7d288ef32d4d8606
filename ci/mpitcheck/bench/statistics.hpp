// SPDX-License-Identifier: BSD-3-Clause
// Medians and spreads; the rank test of Mann and Whitney, exact.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

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

/// How likely it is, if both samples stem from one distribution, that values of `high` exceed
/// values of `low` as often as here, or more often. Equal values count for no excess, so ties make
/// it larger, never smaller. 1 if a sample is empty.
double p_greater(std::span<const double> high, std::span<const double> low);

/// The least p_greater that samples of this size can have.
double least_p(std::size_t high, std::size_t low);

/// Holm's correction: the chance of a single false alarm among all of them stays below `alpha` if
/// those are taken whose corrected p is at most alpha.
std::vector<double> corrected(std::span<const double> p);

}  // namespace mpitcheck::bench
