// SPDX-License-Identifier: BSD-3-Clause
// Runs programs under the launcher, for tests.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

struct JobResult {
  int exit_code = -1;  ///< 128 + signal if mpiexec was killed
  std::string output;
  std::string errors;
};

/// Runs mpiexec with these arguments and this standard input, and waits for its end.
JobResult run_mpiexec(const std::vector<std::string>& arguments, const std::string& input = {});

/// Runs a case of the job program with `processes` processes.
JobResult run_case(int processes, const std::vector<std::string>& case_and_arguments);

/// Starts mpiexec in the background, with `marker` set in its environment; returns its process id.
pid_t start_mpiexec(const std::vector<std::string>& arguments, const std::string& marker);

/// The number of live processes with `marker` in their environment.
int count_marked(const std::string& marker);
