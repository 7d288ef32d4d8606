// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest repro`: under a deliberate fault, the C program of the test that finds it
// must show the fault, and nothing without it.
#pragma once

#include <string>
#include <vector>

#include "options.hpp"

namespace mpitcheck {

struct ReproSelftest {
  std::vector<std::string> filters;  ///< globs over faults; empty: all
  int every = 1;                     ///< only every so many-th fault
  int at_least = 80;                 ///< per cent of the failures that must be shown
};

/// Prints a row per fault and the share of those shown; writes options.json and, to options.repro,
/// the programs. Returns the exit code: 1 if the share is too low. Throws UserError if nothing can
/// be run as asked.
int selftest_repro(const RunOptions& options, const ReproSelftest& selftest,
                   const std::vector<std::string>& command);

}  // namespace mpitcheck
