// SPDX-License-Identifier: BSD-3-Clause
// What the suites made of a fault.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/judge/tree.hpp"

namespace mpitcheck {

enum class Fate {
  killed,    ///< a test named one of the clauses that it breaks
  blurred,   ///< tests failed, but none over a clause that it breaks
  survived,  ///< it showed, something was examined, and nothing found
  idle,      ///< something was examined, but the target gave it no occasion to show
  unseen,    ///< nothing was examined: the target lacks what it is about
};

inline constexpr Fate all_fates[] = {Fate::killed, Fate::blurred, Fate::survived, Fate::idle,
                                     Fate::unseen};

std::string_view name(Fate fate);

/// A test that fails over other clauses than those of the fault.
struct Collateral {
  std::string test;
  std::set<std::string> clauses;
};

/// A fault, and what its tests gave with and without it. Offenders that were there before are not
/// its doing; `before` may hold several results of a test, for some findings come and go.
struct FaultTrial {
  const FaultEntry& fault;
  const std::vector<TestResult>& tests;
  const std::vector<TestResult>& before;
  bool showed = true;  ///< some call gave something else than the MPI itself

  [[nodiscard]] Fate fate() const;
  /// The tests that name a clause that it breaks.
  [[nodiscard]] std::vector<const TestResult*> killers() const;
  /// The tests that find fault, and with nothing that it breaks.
  [[nodiscard]] std::vector<Collateral> collateral() const;
};

}  // namespace mpitcheck
