// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest faults`: each deliberately broken MPI_T must be caught by a test of the rule
// that it breaks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model.hpp"
#include "options.hpp"
#include "tree.hpp"

namespace mpitcheck {

/// What the suites made of a fault.
enum class Fate {
  killed,    ///< a test named one of the clauses that it breaks
  blurred,   ///< tests failed, but none over a clause that it breaks
  survived,  ///< something was examined, and nothing found
  unseen,    ///< nothing was examined: the target lacks what the fault would show on
};

std::string_view name(Fate fate);

/// The fate of the fault whose tests gave `tests`. What `before`, the same tests without a fault,
/// found already, is not its doing.
Fate fate_of(const FaultEntry& fault, const std::vector<TestResult>& tests,
             const std::vector<TestResult>& before);

/// The tests that fail over nothing that the fault breaks.
std::vector<const TestResult*> collateral(const FaultEntry& fault,
                                          const std::vector<TestResult>& tests,
                                          const std::vector<TestResult>& before);

/// Runs the tests of its clauses (or with `whole` all tests) under each fault, prints the kill
/// table and writes options.json; returns the exit code: 1 if a fault is not killed (on another MPI
/// than the reference, one may be unseen). Throws UserError if nothing can be run as asked.
int selftest_faults(const RunOptions& options, const std::vector<std::string>& filters, bool whole,
                    const std::vector<std::string>& command);

}  // namespace mpitcheck
