// SPDX-License-Identifier: BSD-3-Clause
// From offences to findings. A cause is read off an offence's Fact: which call or answer it is
// about, the predicate that failed, and the kind of answer. What differs from run to run (indices,
// values, threads) and from test to test is left out, so that it names the same bug everywhere.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

struct Cause {
  /// A function; its siblings on the same kind of object ("MPI_T_pvar_*") for a wrong call that is
  /// not refused, or not with the right code; an answer that several functions give alike
  /// ("desc_len"); without any of these, the clause.
  std::string about;
  std::string predicate;  ///< e.g. "survives", "code MPI_T_ERR_INVALID_HANDLE"
  std::string answer;     ///< its kind: a code, "0", "less", "ends", ...
  /// Against a `quality` clause: right calls fail over something else than wrong ones.
  bool optional = false;

  auto operator<=>(const Cause&) const = default;
};

/// The cause of an offence that `test` found.
Cause cause_of(const Failure& failure, std::string_view test);

/// "F-" and six hexadecimal digits.
std::string id_of(const Cause& cause);

/// 0 for must, 1 for should, 2 for quality, 3 for advice: what is stricter comes first.
std::size_t rank_of_level(std::string_view level);

/// Fills in report.findings from report.tests. Each test that deviates has a part in one, but for
/// offences against advice. An offence without a Fact joins the finding of its clause, if there is
/// just one on its target.
void derive_findings(RunReport& report);

}  // namespace mpitcheck
