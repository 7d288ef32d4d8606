// SPDX-License-Identifier: BSD-3-Clause
// How many cases a run tries, or its single sequence; the start-up time of MPI, for cases that each
// initialize it; and the coverage of a property, as figures of the report and as a table on stdout.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "properties/oracle/command.hpp"

namespace mpitcheck {
class Test;
}

namespace mpitcheck::properties {

struct Budget {
  std::uint64_t seed;
  int cases;
  bool cases_given;  // by the user
  int max_size;
  bool shrinks;
  /// If set, the run tries only this sequence (MPITCHECK_COMMANDS, in the form of the evidence).
  std::optional<Sequence> only;

  /// The defaults, changed by MPITCHECK_CASES and MPITCHECK_MAX_SIZE (the runner's --cases and
  /// --max-size) and by RC_PARAMS. Throws std::invalid_argument with the reason.
  static Budget from_environment(std::uint64_t seed, int cases);
};

/// The time that a process takes to initialize and finalize MPI.
std::chrono::duration<double> start_up_time();

/// How many of `cases` cases fit into a few seconds if each initializes MPI; at least enough to be
/// meaningful.
int affordable_cases(int cases, std::chrono::duration<double> start_up);

void report_reach(Test& t, const Budget& budget);

}  // namespace mpitcheck::properties
