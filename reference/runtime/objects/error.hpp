// SPDX-License-Identifier: BSD-3-Clause
// Errors inside the runtime, and the codes and texts that users see and add.
#pragma once

#include <mpi.h>

#include <map>
#include <optional>
#include <string>

namespace mpit::runtime {

/// Thrown inside the runtime; call.hpp passes it to the error handler.
struct Error {
  int code;
  std::string detail;
  MPI_Comm comm = MPI_COMM_NULL;  ///< whose handler gets it; null: the function's communicator
};

/// Throws an Error. Out of line, so that checks cost no more than a branch.
[[noreturn, gnu::noinline]] void fail(int code, const char* detail);
[[noreturn, gnu::noinline]] void fail_null(const char* argument);

/// Error classes and codes of the standard and of the program. Not thread safe.
class ErrorCodes {
 public:
  /// The class of `code`; nothing if there is no such code.
  std::optional<int> class_of(int code) const;
  /// The text of `code`; nothing if there is no such code.
  std::optional<std::string> text(int code) const;

  int add_class();
  /// Throws MPI_ERR_ARG if `error_class` is not a class.
  int add_code(int error_class);
  /// Throws MPI_ERR_ARG unless the program added `code`.
  void set_text(int code, std::string text);
  /// The largest code in use.
  const int& last_used() const { return last_used_; }

 private:
  struct Added {
    int error_class;
    std::string text;
  };
  int add(std::optional<int> error_class);

  std::map<int, Added> added_;
  int last_used_ = MPI_ERR_LASTCODE;
};

}  // namespace mpit::runtime
