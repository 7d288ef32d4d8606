// SPDX-License-Identifier: BSD-3-Clause
// Order statistics of small samples.
#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mpitcheck::bench {
namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const double below = std::floor(place);
  const std::size_t i = static_cast<std::size_t>(below);
  if (i + 1 == sorted.size()) return sorted[i];
  return sorted[i] + (place - below) * (sorted[i + 1] - sorted[i]);
}

}  // namespace

Summary summary_of(std::span<const double> sample) {
  if (sample.empty()) return {};
  std::vector<double> sorted(sample.begin(), sample.end());
  std::sort(sorted.begin(), sorted.end());
  return {quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75), sorted.size()};
}

double median_of(std::span<const double> sample) { return summary_of(sample).median; }

}  // namespace mpitcheck::bench
