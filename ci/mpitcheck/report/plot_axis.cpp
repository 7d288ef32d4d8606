// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic of logarithmic axes.
#include "report/plot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/bench_table.hpp"

namespace mpitcheck::report {

LogAxis::LogAxis(const std::vector<double>& values, double from, double to) : from_(from), to_(to) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const double value : values) {
    if (value <= 0 || !std::isfinite(value)) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  if (most <= 0) return;
  low_ = static_cast<int>(std::floor(std::log10(least)));
  high_ = std::max(low_ + 1, static_cast<int>(std::ceil(std::log10(most))));
}

double LogAxis::at(double value) const {
  if (value <= 0) return from_;
  const double share = (std::log10(value) - low_) / (high_ - low_);
  return from_ + std::clamp(share, 0.0, 1.0) * (to_ - from_);
}

std::vector<double> LogAxis::ticks(std::size_t most) const {
  const int step = 1 + (high_ - low_) / std::max(1, static_cast<int>(most));
  std::vector<double> values;
  for (int exponent = low_; exponent <= high_; exponent += step) {
    values.push_back(std::pow(10.0, exponent));
  }
  return values;
}

std::string time_label(double ns) {
  if (ns < 1e3) return fmt::format("{:g} ns", ns);
  if (ns < 1e6) return fmt::format("{:g} µs", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:g} ms", ns / 1e6);
  return fmt::format("{:g} s", ns / 1e9);
}

std::string size_label(double size) {
  if (size < 1e6)
    return size < 10 ? fmt::format("{:g}", size)
                     : figure(size).substr(0, size < 100 ? 2 : std::string::npos);
  return fmt::format("{:g} million", size / 1e6);
}

std::string place(double coordinate) { return fmt::format("{:.1f}", coordinate); }

}  // namespace mpitcheck::report
