// SPDX-License-Identifier: BSD-3-Clause
// The verdicts. The runner has the same names in the same order
// (ci/mpitcheck/src/mpitcheck/judge/model.py).
#pragma once

#include <string_view>

namespace mpitcheck {

/// The verdict of a test, or of a clause on a target, in rising severity: the most severe one wins.
/// `vacuous` and `not_applicable` are below `pass`, because one rank or test that examined
/// something is enough.
enum class Verdict {
  not_applicable,  ///< the target's MPI version, the number of processes or an optional feature
                   ///< rules it out
  vacuous,         ///< nothing to examine was found; `missing` names what
  /// The evidence was cut off, or the process progressed too slowly to end: no statement.
  inconclusive,
  pass,
  quality,  ///< deviates where the standard lets a library skip the check
  warn,     ///< a broken `should`
  /// A fault of the suite, or evidence that cannot be trusted: no statement about the target.
  error,
  fail,
  early_exit,  ///< ended without a verdict, even with exit code 0
  timeout,     ///< stuck: no progress, although the machine gave it time
  crash,
};

/// The word used in records, reports and on the terminal, e.g. "early-exit".
std::string_view name(Verdict verdict);

}  // namespace mpitcheck
