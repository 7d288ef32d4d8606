// SPDX-License-Identifier: BSD-3-Clause
// Cost against size.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/bench_plots.hpp"
#include "report/plot_axis.hpp"
#include "report/text.hpp"

namespace mpitcheck::report {
namespace {

using namespace bench;

constexpr double plot_width = 460, height = 280, left = 62, right = 28, top = 12, bottom = 40;

/// A sign per target, so that colour is not all that tells them apart.
std::string marker(std::size_t target, double x, double y) {
  switch (target % 3) {
    case 0:
      return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\"/>", place(x), place(y));
    case 1:
      return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"7\" height=\"7\"/>", place(x - 3.5),
                         place(y - 3.5));
    default:
      return fmt::format("<path d=\"M{} {}l4.5 8h-9z\"/>", place(x), place(y - 5));
  }
}

std::string grid(const LogAxis& sizes, const LogAxis& times) {
  std::string out;
  for (const double tick : sizes.ticks(5)) {
    fmt::format_to(std::back_inserter(out),
                   "<line class=\"grid\" x1=\"{0}\" x2=\"{0}\" y1=\"{1}\" y2=\"{2}\"/><text "
                   "class=\"tick\" x=\"{0}\" y=\"{3}\">{4}</text>\n",
                   place(sizes.at(tick)), place(top), place(height - bottom),
                   place(height - bottom + 17), size_label(tick));
  }
  for (const double tick : times.ticks(5)) {
    fmt::format_to(std::back_inserter(out),
                   "<line class=\"grid\" y1=\"{0}\" y2=\"{0}\" x1=\"{1}\" x2=\"{2}\"/><text "
                   "class=\"tick side\" x=\"{3}\" y=\"{4}\">{5}</text>\n",
                   place(times.at(tick)), place(left), place(plot_width - right), place(left - 7),
                   place(times.at(tick) + 4), time_label(tick));
  }
  return out;
}

std::string curve(const Series& series, std::size_t target, const LogAxis& sizes,
                  const LogAxis& times) {
  std::string line, marks, whiskers;
  for (const SizedCost& point : series.points) {
    const double x = sizes.at(point.size);
    const double y = times.at(point.ns.median);
    line += fmt::format("{}{} {}", line.empty() ? "M" : "L", place(x), place(y));
    whiskers += fmt::format("M{} {}V{}", place(x), place(times.at(point.ns.low)),
                            place(times.at(point.ns.high)));
    marks += fmt::format("<g><title>{} {}: {} ns {}</title>{}</g>", html(series.target),
                         size_label(point.size), figure(point.ns.median), spread_text(point.ns),
                         marker(target, x, y));
  }
  return fmt::format(
      "<g class=\"curve {}\"><path class=\"line\" d=\"{}\"/><path class=\"whisker\" "
      "d=\"{}\"/>{}</g>\n",
      colour_class(target), line, whiskers, marks);
}

}  // namespace

std::string growth_svg(const std::vector<const Series*>& series,
                       const std::vector<BenchTarget>& targets) {
  std::vector<double> all_sizes, all_times;
  for (const Series* one : series) {
    for (const SizedCost& point : one->points) {
      all_sizes.push_back(point.size);
      for (const double time : {point.ns.low, point.ns.high}) all_times.push_back(time);
    }
  }
  const LogAxis sizes(all_sizes, left, plot_width - right);
  const LogAxis times(all_times, height - bottom, top);
  std::string out =
      fmt::format("<svg class=\"growth\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                  plot_width, height, series.empty() ? std::string() : html(series.front()->what));
  out += grid(sizes, times);
  for (const Series* one : series) {
    const auto found = std::ranges::find(targets, one->target, &BenchTarget::name);
    out += curve(*one, static_cast<std::size_t>(found - targets.begin()), sizes, times);
  }
  return out + "</svg>\n";
}

}  // namespace mpitcheck::report
