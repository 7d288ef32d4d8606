// SPDX-License-Identifier: BSD-3-Clause
// How costs grow with a size: constant, logarithmic, linear, or worse.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/bench/bench_model.hpp"

namespace mpitcheck::bench {

/// A measured cost at size n. The unit of the cost does not matter.
struct Point {
  double n;
  double cost;
};

enum class Growth { constant, logarithmic, linear, worse };

/// "constant", "logarithmic", "linear", "worse".
std::string_view name_of(Growth growth);

/// cost = base + slope * f(n), both at least 0; f is 1, log2 n, n, and for worse n log2 n or n * n.
struct Fit {
  Growth growth;
  double base;
  double slope;  ///< 0 for constant
  double error;  ///< root of the mean square of the relative residuals; 0.1: off by 10 %
};

/// The simplest growth whose error is at most `tolerance`, or at most twice the least error of all:
/// caches bend every line, so a slightly better fit is no reason to call a growth worse. Nothing if
/// the points have fewer than three different sizes of at least 0 and positive finite costs; points
/// without are left out. Residuals are relative to the cost at their point, so that small sizes
/// count as much as large ones.
std::optional<Fit> fit_growth(std::span<const Point> points, double tolerance = 0.15);

/// The rows scale/WHAT/N by target and WHAT, with their growth.
std::vector<Series> series_of(const std::vector<Row>& rows);

}  // namespace mpitcheck::bench
