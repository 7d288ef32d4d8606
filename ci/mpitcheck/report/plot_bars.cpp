// SPDX-License-Identifier: BSD-3-Clause
// Bars with whiskers.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/bench_plots.hpp"
#include "report/plot_axis.hpp"
#include "report/text.hpp"

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

}  // namespace

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

}  // namespace mpitcheck::report
