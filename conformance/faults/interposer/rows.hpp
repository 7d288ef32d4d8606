// SPDX-License-Identifier: BSD-3-Clause
// Faults in one row. The parameters of the function have the names of the standard and are passed
// by value. Statements may change what they point to. `code` is the return code of the call.
//
//   GIVEN(id, function, "brief", BREAKS(clause, ...), statements)   before the call; may return
//   CODE(id, function, "brief", BREAKS(clause, ...), expression)    the answer in place of `code`
//   OUTPUT(id, function, "brief", BREAKS(clause, ...), statements)  after a success
//   AFTER(id, function, "brief", BREAKS(clause, ...), statements)   after any call
//   ROW(id, "brief", BREAKS(clause, ...), statements)               more functions than one
//
// The last one takes REPLACE(function) {...}, or the first four as *_OF(function, ...).
#pragma once

#include <vector>

#include "conformance/faults/interposer/fault.hpp"

/// The clauses, without their namespace. In parentheses, since macros pass them on.
#define BREAKS(...)                                       \
  ([] {                                                   \
    using namespace ::mpitcheck::clause;                  \
    return std::vector<::mpitcheck::Clause>{__VA_ARGS__}; \
  }())

#define ROW(id, brief, breaks, ...) \
  MPITCHECK_FAULT_THAT_BREAKS(id, brief, breaks) { __VA_ARGS__; }
#define GIVEN(id, function, brief, breaks, ...) \
  ROW(id, brief, breaks, GIVEN_OF(function, __VA_ARGS__))
#define CODE(id, function, brief, breaks, ...) \
  ROW(id, brief, breaks, CODE_OF(function, __VA_ARGS__))
#define OUTPUT(id, function, brief, breaks, ...) \
  ROW(id, brief, breaks, OUTPUT_OF(function, __VA_ARGS__))
#define AFTER(id, function, brief, breaks, ...) \
  ROW(id, brief, breaks, AFTER_OF(function, __VA_ARGS__))

#define GIVEN_OF(function, ...) \
  REPLACE(function) {           \
    __VA_ARGS__;                \
    return REAL(function);      \
  }
#define CODE_OF(function, ...)                        \
  REPLACE(function) {                                 \
    [[maybe_unused]] const int code = REAL(function); \
    return __VA_ARGS__;                               \
  }
#define OUTPUT_OF(function, ...)     \
  REPLACE(function) {                \
    const int code = REAL(function); \
    if (code == MPI_SUCCESS) {       \
      __VA_ARGS__;                   \
    }                                \
    return code;                     \
  }
#define AFTER_OF(function, ...) \
  REPLACE(function) {           \
    int code = REAL(function);  \
    __VA_ARGS__;                \
    return code;                \
  }
