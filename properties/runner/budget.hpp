// SPDX-License-Identifier: BSD-3-Clause
// How much a run tries, what it tries alone, what it costs to bring MPI up, where each case does,
// and what a property reached, as figures of the report and as a table on stdout.
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
  /// Set: only this sequence (MPITCHECK_COMMANDS, as evidence prints it).
  std::optional<Sequence> only;

  /// The defaults, changed by MPITCHECK_CASES and MPITCHECK_MAX_SIZE (the runner's --cases and
  /// --max-size) and by RC_PARAMS. Throws std::invalid_argument with the reason.
  static Budget from_environment(std::uint64_t seed, int cases);
};

/// How long a process takes that brings MPI up and down.
std::chrono::duration<double> start_up_time();

/// How many of `cases` cases fit into a few seconds if each brings MPI up; never too few to mean
/// something.
int affordable_cases(int cases, std::chrono::duration<double> start_up);

void report_reach(Test& t, const Budget& budget);

}  // namespace mpitcheck::properties
