// SPDX-License-Identifier: BSD-3-Clause
// The command line of mpiexec.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

namespace mpit::mpiexec {

/// Exit codes of mpiexec itself; otherwise they are those of the job.
inline constexpr int exit_usage = 2;
inline constexpr int exit_own_failure = 3;
inline constexpr int exit_cannot_execute = 126;
inline constexpr int exit_not_found = 127;

/// Ends mpiexec with one line that says what to do.
struct Failure : std::runtime_error {
  Failure(int code, const std::string& line) : std::runtime_error(line), exit_code(code) {}
  int exit_code;
};

struct Options {
  bool help = false;
  int processes = 0;
  char** program = nullptr;  ///< and its arguments, as execvp wants them
};

/// Throws Failure with exit_usage for what is no such command line. `arguments` end with a null.
Options parse(std::span<char*> arguments);

extern const char help_text[];

}  // namespace mpit::mpiexec
