// SPDX-License-Identifier: BSD-3-Clause
// Samples per row, ratios within one process.
#include "ci/mpitcheck/bench/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ci/mpitcheck/bench/statistics.hpp"

namespace mpitcheck::bench {
namespace {

const Measured* measured(const ProcessFigures& figures, const std::string& name) {
  const auto found = std::ranges::find(figures.rows, name, &Measured::name);
  return found == figures.rows.end() || !found->problem.empty() ? nullptr : &*found;
}

}  // namespace

Figures::Gathered* Figures::find(const std::string& target, const std::string& program,
                                 const std::string& name) {
  const auto found = std::ranges::find_if(all_, [&](const Gathered& it) {
    return it.row.name == name && it.row.target == target && it.row.program == program;
  });
  return found == all_.end() ? nullptr : &*found;
}

void Figures::add(Row row) { all_.push_back({std::move(row), {}, 0}); }

std::vector<std::string> Figures::take(const std::string& target, const std::string& program,
                                       const ProcessFigures& figures, std::size_t repetition) {
  std::vector<std::string> problems;
  for (const Measured& it : figures.rows) {
    Gathered* gathered = find(target, program, it.name);
    if (gathered == nullptr || gathered->next > repetition) continue;
    if (!it.problem.empty()) {
      problems.push_back(fmt::format("{} {}: {}", target, it.name, it.problem));
      continue;
    }
    gathered->next = repetition + 1;
    Row& row = gathered->row;
    row.times.push_back(it.ns);
    if (const Measured* baseline = measured(figures, row.baseline)) {
      row.ratios.push_back(it.ns / baseline->ns);
    }
    for (const auto& [key, value] : it.counters) gathered->counters[key].push_back(value);
  }
  return problems;
}

std::vector<Row> Figures::rows() const {
  std::vector<Row> rows;
  for (const Gathered& gathered : all_) {
    Row& row = rows.emplace_back(gathered.row);
    for (const auto& [key, values] : gathered.counters) row.counters[key] = median_of(values);
    if (row.times.empty() && row.problem.empty()) row.problem = "no repetition measured it";
  }
  return rows;
}

}  // namespace mpitcheck::bench
