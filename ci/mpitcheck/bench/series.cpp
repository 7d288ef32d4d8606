// SPDX-License-Identifier: BSD-3-Clause
// Series out of the names of rows; weighted least squares with two terms, neither of them negative.
#include "ci/mpitcheck/bench/series.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
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

/// The parts of a name that Google Benchmark appends to it.
bool is_suffix(std::string_view part) {
  return part == "real_time" || part == "manual_time" || part == "process_time" ||
         part.find(':') != std::string_view::npos;
}

struct ScaleName {
  std::string what;
  double size;
};

/// scale/WHAT/N, with or without suffixes.
std::optional<ScaleName> scale_name(std::string_view name) {
  constexpr std::string_view prefix = "scale/";
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  std::size_t slash = name.rfind('/');
  while (slash != std::string_view::npos && is_suffix(name.substr(slash + 1))) {
    name = name.substr(0, slash);
    slash = name.rfind('/');
  }
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view digits = name.substr(slash + 1);
  double size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return ScaleName{std::string(name.substr(0, slash)), size};
}

void set_growth(Series& series) {
  std::ranges::sort(series.points, {}, &SizedCost::size);
  std::vector<Point> points;
  for (const SizedCost& point : series.points) points.push_back({point.size, point.ns.median});
  if (const auto fit = fit_growth(points)) {
    series.growth = name_of(fit->growth);
    series.base_ns = fit->base;
    series.slope_ns = fit->slope;
    series.error = fit->error;
  }
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

std::vector<Series> series_of(const std::vector<Row>& rows) {
  std::vector<Series> all;
  for (const Row& row : rows) {
    const auto name = scale_name(row.name);
    if (!name || row.times.empty()) continue;
    auto found = std::ranges::find_if(all, [&](const Series& series) {
      return series.target == row.target && series.what == name->what;
    });
    if (found == all.end()) {
      found = all.insert(all.end(), Series{row.target, name->what, {}, {}, 0, 0, 0});
    }
    found->points.push_back({name->size, summary_of(row.times)});
  }
  for (Series& series : all) set_growth(series);
  return all;
}

}  // namespace mpitcheck::bench
