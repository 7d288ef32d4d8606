// SPDX-License-Identifier: BSD-3-Clause
// What it costs to bring MPI up, where each case does.
#pragma once

#include <chrono>

namespace mpitcheck::properties {

/// How long a process takes that brings MPI up and down.
std::chrono::duration<double> start_up_time();

/// How many of `cases` cases fit into a few seconds if each brings MPI up; never too few to mean
/// something.
int affordable_cases(int cases, std::chrono::duration<double> start_up);

}  // namespace mpitcheck::properties
