// SPDX-License-Identifier: BSD-3-Clause
// The gate of one run: --expect and --update-expectations.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ci/mpitcheck/gate/gate.hpp"
#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/process/output_file.hpp"

namespace mpitcheck {

class RunGate {
 public:
  /// Reads the expectations; throws UserError if a file is not usable. Without --expect there is no
  /// gate, and the other functions do nothing.
  explicit RunGate(const RunOptions& options);

  /// Once the libraries of the targets are known. Throws UserError if the files cannot be updated
  /// as asked.
  void open(std::vector<GateTarget> targets);

  /// Says of one result whether it is as expected.
  void mark(TestResult& test) const;

  /// Fills in report.gate. If so asked, and the run is complete, first makes the files fit the
  /// results, and tells on stderr what it changed.
  void conclude(RunReport& report);

 private:
  bool update_ = false;
  std::vector<ExpectationsFile> files_;  // until open()
  std::vector<std::string> missing_;     // files that an update makes
  std::vector<OutputFile> outputs_;      // for an update, as the gate's files
  std::unique_ptr<Gate> gate_;

  void add_missing_file(const std::vector<GateTarget>& targets);
  void update(std::vector<TestResult>& tests);
};

}  // namespace mpitcheck
