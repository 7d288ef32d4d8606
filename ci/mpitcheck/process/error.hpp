// SPDX-License-Identifier: BSD-3-Clause
// The runner's exit codes, and the exception that ends it with one of them and one clear line.
#pragma once

#include <stdexcept>
#include <string>

namespace mpitcheck {

enum ExitCode : int {
  exit_as_expected = 0,
  exit_broken_must = 1,
  exit_usage = 2,
  exit_own_error = 3,
  exit_nothing_selected = 4,
  exit_interrupted = 5,
};

/// Something that the user can mend. what() is one line that says what to do; it is escaped when
/// printed.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message, int exit_code = exit_usage)
      : std::runtime_error(message), exit_code_(exit_code) {}
  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  int exit_code_;
};

}  // namespace mpitcheck
