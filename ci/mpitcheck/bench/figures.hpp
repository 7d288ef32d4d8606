// SPDX-License-Identifier: BSD-3-Clause
// Gathers what the processes measure into rows.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ci/mpitcheck/bench/bench_model.hpp"
#include "ci/mpitcheck/bench/google_json.hpp"

namespace mpitcheck::bench {

class Figures {
 public:
  /// A row to be measured, or one with a problem.
  void add(Row row);

  /// What one process of the program measured: a repetition of each of its rows, but for rows whose
  /// repetition is there already (baselines are part of several processes). Returns a line for each
  /// row that it failed to measure.
  std::vector<std::string> take(const std::string& target, const std::string& program,
                                const ProcessFigures& figures, std::size_t repetition);

  /// The rows, in the order in which they were added.
  [[nodiscard]] std::vector<Row> rows() const;

 private:
  struct Gathered {
    Row row;
    std::map<std::string, std::vector<double>> counters;
    std::size_t next = 0;  // repetition that it has not yet
  };
  std::vector<Gathered> all_;

  Gathered* find(const std::string& target, const std::string& program, const std::string& name);
};

}  // namespace mpitcheck::bench
