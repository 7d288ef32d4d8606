// SPDX-License-Identifier: BSD-3-Clause
// The command line of mpiexec.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

namespace mpit::mpiexec {

/// Exit codes for failures of mpiexec. Otherwise it ends with the exit code of the job.
inline constexpr int exit_usage = 2;
inline constexpr int exit_own_failure = 3;
inline constexpr int exit_cannot_execute = 126;
inline constexpr int exit_not_found = 127;

/// An error of mpiexec: main() prints the line, which says what to do, and ends with the exit code.
struct Failure : std::runtime_error {
  Failure(int code, const std::string& line) : std::runtime_error(line), exit_code(code) {}
  int exit_code;
};

/// The parsed command line. With `help`, the other members are not set.
struct Options {
  bool help = false;
  int processes = 0;
  char** program = nullptr;  ///< the arguments of execvp: program, arguments, null
};

/// Parses the command line. `arguments` are those of main(), including the final null. Throws
/// Failure with exit_usage if the command line is wrong.
Options parse(std::span<char*> arguments);

extern const char help_text[];

}  // namespace mpit::mpiexec
