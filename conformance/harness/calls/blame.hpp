// SPDX-License-Identifier: BSD-3-Clause
// Who ended a process: MPI_T, another function of MPI, or nobody that is known. The runner decides
// by the same rules for processes that left no verdict (ci/mpitcheck/judge/blame.py).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// What a process did when it ended.
struct LastMoment {
  bool in_call = false;                  // a call was in progress
  std::string call = {};                 // that call, or the last one
  std::vector<std::string> frames = {};  // process/frames.hpp
  bool tool_used = false;                // it had called a function of MPI_T
};

enum class Culprit {
  tool,    // a function of MPI_T was in progress or on the stack, or MPI fails since it was used
  mpi,     // a function of MPI that nothing connects with MPI_T
  nobody,  // neither was in progress: our own code, or what it calls
};

struct Blame {
  Culprit culprit = Culprit::nobody;
  std::string call = {};   // "MPI_T_x(arguments)", or the name alone if only the stack shows it
  std::string after = {};  // the last call, which had returned, if none was in progress
};

/// `works_alone` says of a function of MPI whether it works where MPI_T is not used: if it does,
/// and ends a process that used MPI_T, that is charged to MPI_T.
Blame blame_for(const LastMoment& last, FunctionRef<bool(std::string_view function)> works_alone);

/// The same for what ended in this process's forked child, or here; by the recorder, with the
/// runner's word on which functions work.
Blame blame_for_last_moment(std::vector<std::string> frames);

/// "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)".
std::string text_of(const Blame& blame, std::string_view how);

/// Whether a process that ended so was ended on purpose, as by a function that is not implemented:
/// `how` is an exit status or SIGABRT.
bool is_on_purpose(std::string_view how);

}  // namespace mpitcheck
