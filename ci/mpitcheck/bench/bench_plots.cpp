// SPDX-License-Identifier: BSD-3-Clause
// Logarithmic axes, bars with whiskers, cost against size.
#include "ci/mpitcheck/bench/bench_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "ci/mpitcheck/bench/bench_table.hpp"
#include "ci/mpitcheck/report/text.hpp"

namespace mpitcheck::report {

namespace {

using namespace bench;

constexpr double bars_width = 960, label_width = 240, value_width = 190;
constexpr double bar = 10, bar_pitch = 14, row_gap = 8, axis_height = 22;

/// What two names do not share with the group, e.g. "MPI_T_cvar_read" and "hot" for
/// "call/MPI_T_cvar_read/hot".
std::pair<std::string, std::string> split_name(const std::string& name) {
  const std::size_t first = name.find('/');
  const std::size_t last = name.find('/', first == std::string::npos ? 0 : first + 1);
  if (first == std::string::npos) return {name, ""};
  if (last == std::string::npos) return {"", name.substr(first + 1)};
  return {name.substr(first + 1, last - first - 1), name.substr(last + 1)};
}

/// Where the baseline of a cell lies; 0 if it has none.
double baseline_ns(const BenchCell& cell) {
  return cell.ratio && cell.ratio->median > 0 ? cell.ns.median / cell.ratio->median : 0;
}

LogAxis axis_of(const BarFamily& family) {
  std::vector<double> values;
  for (const BenchTableRow* row : family.rows) {
    for (const auto& cell : row->cells) {
      if (!cell || cell->ns.count == 0) continue;
      for (const double value : {cell->ns.low / 1.5, cell->ns.high, baseline_ns(*cell)}) {
        values.push_back(value);
      }
    }
  }
  return {values, label_width, bars_width - value_width};
}

class Bars {
 public:
  Bars(const BarFamily& family, const LogAxis& axis, const std::vector<BenchTarget>& targets)
      : axis_(axis), targets_(targets) {
    for (const BenchTableRow* row : family.rows) add_row(*row);
    const double bottom = y_;
    std::string grid;
    for (const double tick : axis.ticks(8)) {
      const std::string x = place(axis.at(tick));
      grid += fmt::format(
          "<line class=\"grid\" x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"{1}\"/><text class=\"tick\" "
          "x=\"{0}\" y=\"{2}\">{3}</text>\n",
          x, place(bottom), place(bottom + 15), time_label(tick));
    }
    svg_ =
        fmt::format("<svg class=\"bars\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                    bars_width, place(bottom + axis_height), html(family.name)) +
        grid + body_ + "</svg>\n";
  }

  std::string svg() && { return std::move(svg_); }

 private:
  const LogAxis& axis_;
  const std::vector<BenchTarget>& targets_;
  double y_ = 4;
  std::string body_, svg_;

  void add_row(const BenchTableRow& row) {
    const double top = y_;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (row.cells[i]) add_bar(row, *row.cells[i], i);
    }
    const std::string label = split_name(row.name).second;
    fmt::format_to(std::back_inserter(body_),
                   "<text class=\"label\" x=\"{}\" y=\"{}\">{}<title>{}</title></text>\n",
                   place(label_width - 8), place((top + y_ - bar_pitch + bar) / 2 + 4),
                   html(shortened(label, 34)), html(row.name));
    y_ += row_gap;
  }

  void add_bar(const BenchTableRow& row, const BenchCell& cell, std::size_t target) {
    const std::string colour = colour_class(target);
    const auto out = std::back_inserter(body_);
    const std::string middle = place(y_ + bar / 2 + 4);
    if (!cell.problem.empty()) {
      fmt::format_to(out,
                     "<text class=\"value\" x=\"{}\" y=\"{}\">failed<title>{}</title></text>\n",
                     place(label_width + 4), middle, html(cell.problem));
      y_ += bar_pitch;
      return;
    }
    const double left = axis_.at(0);
    const double end = axis_.at(cell.ns.median);
    std::string value = fmt::format("{} ns {}", figure(cell.ns.median), spread_text(cell.ns));
    if (cell.ratio) value += " ×" + figure(cell.ratio->median);
    fmt::format_to(out,
                   "<g><title>{} {}: {}{}</title><rect class=\"{}\" x=\"{}\" y=\"{}\" "
                   "width=\"{}\" height=\"{}\"/>\n",
                   html(targets_[target].name), html(row.name), value,
                   cell.ratio ? " " + html(short_baseline(row.baseline)) : std::string(), colour,
                   place(left), place(y_), place(end - left), bar);
    const double low = axis_.at(cell.ns.low);
    const double high = axis_.at(cell.ns.high);
    fmt::format_to(out, "<path class=\"whisker\" d=\"M{0} {2}V{3}M{0} {4}H{1}M{1} {2}V{3}\"/>",
                   place(low), place(high), place(y_ + 2), place(y_ + bar - 2),
                   place(y_ + bar / 2));
    const double base = axis_.at(baseline_ns(cell));
    if (base > left) {
      fmt::format_to(out, "<path class=\"base\" d=\"M{} {}v{}\"/>", place(base), place(y_ - 1),
                     bar + 2);
    }
    fmt::format_to(out, "<text class=\"value\" x=\"{}\" y=\"{}\">{}</text></g>\n",
                   place(std::max({end, high, base}) + 6), middle, value);
    y_ += bar_pitch;
  }
};

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

std::string colour_class(std::size_t target) { return fmt::format("t{}", target % plot_colours); }

std::vector<BarFamily> bar_families(const BenchGroup& group) {
  std::vector<BarFamily> families;
  for (const BenchTableRow& row : group.rows) {
    const std::string name = split_name(row.name).first;
    auto found = std::ranges::find(families, name, &BarFamily::name);
    if (found == families.end()) found = families.insert(families.end(), BarFamily{name, {}});
    found->rows.push_back(&row);
  }
  return families;
}

std::string bars_svg(const BarFamily& family, const std::vector<BenchTarget>& targets) {
  return Bars(family, axis_of(family), targets).svg();
}

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
