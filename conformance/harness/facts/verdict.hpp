// SPDX-License-Identifier: BSD-3-Clause
// The verdicts. The runner has the same words in the same order (ci/mpitcheck/judge/model.py).
#pragma once

#include <string_view>

namespace mpitcheck {

/// What a test, or a clause on a target, came to. In rising severity: of several verdicts the last
/// one stands. `vacuous` and `not_applicable` lie below `pass` because one rank or test that
/// examined something settles it.
enum class Verdict {
  not_applicable,  ///< the target's MPI version, the number of processes or an optional feature
                   ///< rules it out
  vacuous,         ///< nothing to examine was found; `missing` says what
  inconclusive,  ///< its evidence was cut off before it was examined, or it moved, but too slowly,
                 ///< to its end: nothing is said
  pass,
  quality,  ///< deviates where the standard lets a library skip the check
  warn,     ///< a broken `should`
  error,    ///< our own fault, or evidence that cannot be trusted: says nothing about the target
  fail,
  early_exit,  ///< left without a verdict, exit code 0 included
  timeout,     ///< stuck: nothing moved, though the machine gave it time
  crash,
};

/// The word used in records, reports and on the terminal, e.g. "early-exit".
std::string_view name(Verdict verdict);

}  // namespace mpitcheck
