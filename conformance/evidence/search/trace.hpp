// SPDX-License-Identifier: BSD-3-Clause
// The calls that a test made, as the recorder noted them, and where its checks failed.
//
// Arguments and answers are texts in the syntax of C: numbers and constants by name; texts as
// string literals, " unterminated" or " overrun" behind them telling that no null came within the
// length, or that bytes behind it were written; handles as "@<hexadecimal>"; values of variables as
// "MPI_INT:{1, 2}" or "MPI_CHAR:\"text\"".
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "conformance/harness/facts/offence.hpp"

namespace mpitcheck::evidence {

struct Call {
  std::string function;
  std::vector<std::string> arguments;  ///< before the call, one per parameter
  std::vector<std::string> answers;    ///< what OUT arguments held after it; "" for others
  std::string code;                    ///< empty: it did not return
  int thread = 0;
  int inside = -1;  ///< number of the call whose callback made this one; -1: none

  [[nodiscard]] bool returned() const { return !code.empty(); }
};

/// "MPI_T_cvar_read(handle, MPI_INT:{5}) = MPI_SUCCESS": one line for a reader.
std::string text_of(const Call& call);

/// A check that failed and the calls before it: all of the process, and of those that it was forked
/// from.
struct Story {
  Offence complaint;
  std::vector<Call> calls;
};

/// Whether a process ended over it.
inline bool is_deadly(const Offence& offence) {
  return offence.fact && offence.fact->relation == Relation::survives;
}

/// Reads the files of all processes in `folder`, in the order of their complaints, at most `most`.
/// A process that ended within a call, without a complaint about it, is a story as well. Content
/// that is no trace is left out.
std::vector<Story> read_stories(const std::filesystem::path& folder, std::size_t most);

}  // namespace mpitcheck::evidence
