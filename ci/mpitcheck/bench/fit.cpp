// SPDX-License-Identifier: BSD-3-Clause
// Weighted least squares with two terms, neither of them negative.
#include "bench/fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace mpitcheck::bench {

namespace {

using Shape = double (*)(double);

double flat(double) { return 0; }
double log2_of(double n) { return n > 1 ? std::log2(n) : 0; }
double identity(double n) { return n; }
double n_log_n(double n) { return n * log2_of(n); }
double square(double n) { return n * n; }

// From the simplest on.
constexpr std::array<std::pair<Growth, Shape>, 5> models{{{Growth::constant, flat},
                                                          {Growth::logarithmic, log2_of},
                                                          {Growth::linear, identity},
                                                          {Growth::worse, n_log_n},
                                                          {Growth::worse, square}}};

// Divided by its cost, each point should be 1 = base * u + slope * v.
struct Sums {
  double u = 0, v = 0, uu = 0, uv = 0, vv = 0;
};

Sums sums_of(std::span<const Point> points, Shape shape) {
  Sums sums;
  for (const auto& [n, cost] : points) {
    const double u = 1 / cost;
    const double v = shape(n) / cost;
    sums.u += u;
    sums.v += v;
    sums.uu += u * u;
    sums.uv += u * v;
    sums.vv += v * v;
  }
  return sums;
}

double error_of(std::span<const Point> points, Shape shape, double base, double slope) {
  double squares = 0;
  for (const auto& [n, cost] : points) {
    const double residual = (base + slope * shape(n)) / cost - 1;
    squares += residual * residual;
  }
  return std::sqrt(squares / static_cast<double>(points.size()));
}

Fit fit_one(std::span<const Point> points, Growth growth, Shape shape) {
  const Sums s = sums_of(points, shape);
  Fit best{growth, s.u / s.uu, 0, 0};
  best.error = error_of(points, shape, best.base, 0);
  const auto consider = [&](double base, double slope) {
    if (!(base >= 0 && slope >= 0)) return;
    const double error = error_of(points, shape, base, slope);
    if (error < best.error) best = {growth, base, slope, error};
  };
  if (s.vv > 0) consider(0, s.v / s.vv);
  const double determinant = s.uu * s.vv - s.uv * s.uv;
  if (determinant > 0) {
    consider((s.u * s.vv - s.v * s.uv) / determinant, (s.v * s.uu - s.u * s.uv) / determinant);
  }
  return best;
}

}  // namespace

std::string_view name_of(Growth growth) {
  constexpr std::array names{"constant", "logarithmic", "linear", "worse"};
  return names[static_cast<std::size_t>(growth)];
}

std::optional<Fit> fit_growth(std::span<const Point> points, double tolerance) {
  std::vector<Point> usable;
  std::set<double> sizes;
  for (const Point& point : points) {
    if (!(point.n >= 0 && std::isfinite(point.n) && point.cost > 0 && std::isfinite(point.cost))) {
      continue;
    }
    usable.push_back(point);
    sizes.insert(point.n);
  }
  if (sizes.size() < 3) return std::nullopt;
  std::vector<Fit> fits;
  for (const auto& [growth, shape] : models) fits.push_back(fit_one(usable, growth, shape));
  const double least = std::ranges::min_element(fits, {}, &Fit::error)->error;
  const auto found = std::ranges::find_if(
      fits, [&](const Fit& fit) { return fit.error <= std::max(tolerance, 2 * least); });
  if (found == fits.end()) return std::nullopt;  // numbers that overflow
  return *found;
}

}  // namespace mpitcheck::bench
