// SPDX-License-Identifier: BSD-3-Clause
// Plots of figures on logarithmic axes, as SVG elements that a page's style sheet colours: class
// t0, t1,
// ... per target.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/bench/bench_table.hpp"

namespace mpitcheck::report {

/// From power of ten to power of ten, between two coordinates of a picture.
class LogAxis {
 public:
  /// Covers the positive `values` whole; one decade if there are none.
  LogAxis(const std::vector<double>& values, double from, double to);

  /// Where a value lies; at the near end what is below, as 0 is.
  [[nodiscard]] double at(double value) const;

  /// The powers of ten on it; only every other, third, ... if they are more than `most`.
  [[nodiscard]] std::vector<double> ticks(std::size_t most) const;

 private:
  int low_ = 0, high_ = 1;  // exponents
  double from_, to_;
};

/// "10 ns", "1 µs", "100 ms"
std::string time_label(double ns);

/// "1", "1,000", "10⁶"
std::string size_label(double size);

/// A coordinate, to a tenth.
std::string place(double coordinate);

/// Targets beyond so many share colours.
inline constexpr std::size_t plot_colours = 6;

/// "t0", "t1", ...
std::string colour_class(std::size_t target);

/// Rows whose names differ in their last part only.
struct BarFamily {
  std::string name;  ///< what they have in common, e.g. "MPI_T_cvar_read"
  std::vector<const BenchTableRow*> rows;
};

std::vector<BarFamily> bar_families(const BenchGroup& group);

/// Bars of a family on a logarithmic axis of time, with the quartiles as whiskers and a mark where
/// the baseline is.
std::string bars_svg(const BarFamily& family, const std::vector<bench::BenchTarget>& targets);

/// Cost against size for all targets, on two logarithmic axes. All series are of the same `what`.
std::string growth_svg(const std::vector<const bench::Series*>& series,
                       const std::vector<bench::BenchTarget>& targets);

}  // namespace mpitcheck::report
