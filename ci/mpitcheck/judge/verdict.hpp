// SPDX-License-Identifier: BSD-3-Clause
// What a test came to, from how it ended and what it left behind. Pure: no clock, no files, no
// processes.
#pragma once

#include <string>

#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/judge/results.hpp"
#include "ci/mpitcheck/judge/tree.hpp"
#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {

/// One execution of a test, as observed from outside.
struct Trial {
  const TestEntry& test;
  int np = 1;
  bool launched = false;  ///< under a launcher: the exit status is the launcher's
  double time_limit = 0;  ///< seconds
  std::string mpi_version;
  std::optional<Ending> ending;  ///< nothing: nobody knows how it ended
  Evidence evidence;
  std::string output;
};

/// Fills in what follows from the trial: verdict, level, charged, message, missing, failures,
/// behaviours, examinations, codes and notes. A pass needs a whole and consistent account from
/// every rank.
void judge(const Trial& trial, TestResult& result);

}  // namespace mpitcheck
