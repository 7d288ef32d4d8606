// SPDX-License-Identifier: BSD-3-Clause
// Order statistics of small samples; the exact null distribution of U: the coefficients of the
// Gaussian binomial.
#include "ci/mpitcheck/bench/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
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

/// In how many of all orders of n + m values exactly u pairs are inverted, for each u up to `most`.
std::vector<double> orders_by_inversions(std::size_t n, std::size_t m, std::size_t most) {
  std::vector<double> count(most + 1, 0.0);
  count[0] = 1;
  // From i - 1 values to i: times (1 - q^(m + i)), divided by (1 - q^i).
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t u = most; u >= m + i; --u) count[u] -= count[u - m - i];
    for (std::size_t u = i; u <= most; ++u) count[u] += count[u - i];
  }
  return count;
}

double orders(std::size_t n, std::size_t m) {
  double product = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    product *= static_cast<double>(m + i) / static_cast<double>(i);
  }
  return product;
}

}  // namespace

Summary summary_of(std::span<const double> sample) {
  if (sample.empty()) return {};
  std::vector<double> sorted(sample.begin(), sample.end());
  std::sort(sorted.begin(), sorted.end());
  return {quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75), sorted.size()};
}

double median_of(std::span<const double> sample) { return summary_of(sample).median; }

double p_greater(std::span<const double> high, std::span<const double> low) {
  std::size_t excess = 0;
  for (const double h : high) {
    excess += static_cast<std::size_t>(std::ranges::count_if(low, [h](double l) { return h > l; }));
  }
  // By symmetry the upper tail is the lower tail of what is left.
  const std::size_t left = high.size() * low.size() - excess;
  const std::vector<double> count = orders_by_inversions(high.size(), low.size(), left);
  const double tail = std::accumulate(count.begin(), count.end(), 0.0);
  return std::min(1.0, tail / orders(high.size(), low.size()));
}

double least_p(std::size_t high, std::size_t low) { return 1 / orders(high, low); }

std::vector<double> corrected(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> result(p.size());
  double reached = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double factor = static_cast<double>(order.size() - rank);
    reached = std::max(reached, std::min(1.0, p[order[rank]] * factor));
    result[order[rank]] = reached;
  }
  return result;
}

}  // namespace mpitcheck::bench
