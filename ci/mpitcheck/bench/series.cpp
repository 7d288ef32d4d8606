// SPDX-License-Identifier: BSD-3-Clause
// Series out of the names of rows.
#include "bench/series.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "bench/fit.hpp"

namespace mpitcheck::bench {
namespace {

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
