// SPDX-License-Identifier: BSD-3-Clause
// Which function is responsible for the end of a process: one of MPI_T, another one of MPI, or an
// unknown one. The runner applies the same rules to processes without a verdict
// (ci/mpitcheck/src/mpitcheck/judge/blame.py).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// The last activity of a process.
struct LastMoment {
  bool in_call = false;                  // a call was in progress
  std::string call = {};                 // that call, or the last one
  std::vector<std::string> frames = {};  // process/frames.hpp
  bool tool_used = false;                // it called an MPI_T function before
};

/// The kind of code that ended a process.
enum class Culprit {
  // An MPI_T function was in progress or on the stack, or MPI fails only if MPI_T was used.
  tool,
  mpi,     // an MPI function that is not connected with MPI_T
  nobody,  // neither: code of the suite, or code that it calls
};

/// The function that is responsible.
struct Blame {
  Culprit culprit = Culprit::nobody;
  std::string call = {};   // "MPI_T_x(arguments)"; the name alone if only the stack shows it
  std::string after = {};  // the last call that returned, if none was in progress
};

/// Applies the rules of docs/attribution.md. `works_alone` returns whether a function of MPI works
/// in a process that does not use MPI_T. If it does, but ends a process that used MPI_T, MPI_T is
/// responsible.
Blame blame_for(const LastMoment& last, FunctionRef<bool(std::string_view function)> works_alone);

/// blame_for() the end of this process or its forked child. It uses the recorder and
/// Habits::works_alone.
Blame blame_for_last_moment(std::vector<std::string> frames);

/// "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)".
std::string text_of(const Blame& blame, std::string_view how);

/// Whether the process ended on purpose, e.g. in a function that is not implemented: `how` is an
/// exit status or SIGABRT.
bool is_on_purpose(std::string_view how);

}  // namespace mpitcheck
