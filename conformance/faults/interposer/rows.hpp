// SPDX-License-Identifier: BSD-3-Clause
// Faults in one row. The parameters of the function have the names of the standard and are passed
// by value. Statements may change what they point to. `code` is the return code of the call.
//
//   MPITCHECK_GIVEN(id, function, "brief", breaks, statements)   before the call; may return
//   MPITCHECK_CODE(id, function, "brief", breaks, expression)    the answer in place of `code`
//   MPITCHECK_OUTPUT(id, function, "brief", breaks, statements)  after a success
//   MPITCHECK_AFTER(id, function, "brief", breaks, statements)   after any call
//   MPITCHECK_ROW(id, "brief", breaks, statements)               more functions than one
//
// `breaks` is MPITCHECK_BREAKS(clause, ...). The last one takes MPITCHECK_REPLACE(function) {...},
// or the first four as *_OF(function, ...).
#pragma once

#include <vector>

#include "conformance/faults/interposer/fault.hpp"

/// The clauses, without their namespace. In parentheses, since macros pass them on.
#define MPITCHECK_BREAKS(...)                             \
  ([] {                                                   \
    using namespace ::mpitcheck::clause;                  \
    return std::vector<::mpitcheck::Clause>{__VA_ARGS__}; \
  }())

#define MPITCHECK_ROW(id, brief, breaks, ...) \
  MPITCHECK_FAULT_THAT_BREAKS(id, brief, breaks) { __VA_ARGS__; }
#define MPITCHECK_GIVEN(id, function, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, MPITCHECK_GIVEN_OF(function, __VA_ARGS__))
#define MPITCHECK_CODE(id, function, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, MPITCHECK_CODE_OF(function, __VA_ARGS__))
#define MPITCHECK_OUTPUT(id, function, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, MPITCHECK_OUTPUT_OF(function, __VA_ARGS__))
#define MPITCHECK_AFTER(id, function, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, MPITCHECK_AFTER_OF(function, __VA_ARGS__))

#define MPITCHECK_GIVEN_OF(function, ...) \
  MPITCHECK_REPLACE(function) {           \
    __VA_ARGS__;                          \
    return MPITCHECK_REAL(function);      \
  }
#define MPITCHECK_CODE_OF(function, ...)                        \
  MPITCHECK_REPLACE(function) {                                 \
    [[maybe_unused]] const int code = MPITCHECK_REAL(function); \
    return __VA_ARGS__;                                         \
  }
#define MPITCHECK_OUTPUT_OF(function, ...)     \
  MPITCHECK_REPLACE(function) {                \
    const int code = MPITCHECK_REAL(function); \
    if (code == MPI_SUCCESS) {                 \
      __VA_ARGS__;                             \
    }                                          \
    return code;                               \
  }
#define MPITCHECK_AFTER_OF(function, ...) \
  MPITCHECK_REPLACE(function) {           \
    int code = MPITCHECK_REAL(function);  \
    __VA_ARGS__;                          \
    return code;                          \
  }
