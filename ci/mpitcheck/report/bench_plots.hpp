// SPDX-License-Identifier: BSD-3-Clause
// Plots of figures, as SVG elements that a page's style sheet colours: class t0, t1, ... per
// target.
#pragma once

#include <string>
#include <vector>

#include "report/bench_table.hpp"

namespace mpitcheck::report {

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
