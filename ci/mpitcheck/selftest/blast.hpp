// SPDX-License-Identifier: BSD-3-Clause
// One function of MPI_T that harms its process, and what that did to a run. Pure: no clock, no
// files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

struct BlastCase {
  std::string function;       ///< "MPI_T_event_get_info"
  std::string harm;           ///< "segv", "abort", "exit0", "exit1", "hang", "refuse"
  std::optional<int> object;  ///< nothing: all calls

  /// "MPI_T_event_get_info:segv:3": what the library of faults is told.
  [[nodiscard]] std::string name() const;
};

/// Each function of the library with each harm, for all calls and, where calls have an object, for
/// the last one that the inventory has.
std::vector<BlastCase> blast_cases(const nlohmann::json& inventory);

/// A test whose verdict is another one than usual.
struct ChangedVerdict {
  std::string test;
  Verdict usual, now;
};

struct BlastResult {
  BlastCase blast;
  std::size_t needing = 0;  ///< tests that call the function or judge it
  std::size_t inconclusive = 0;
  std::vector<ChangedVerdict> blind;    ///< of these: examined nothing under it
  std::vector<ChangedVerdict> lost;     ///< of these: ended before they gave their verdict
  std::vector<ChangedVerdict> changed;  ///< among the others: all that changed
  bool told = true;   ///< some test says that a call does not return; not asked of "refuse"
  bool known = true;  ///< the library's version is
  double seconds = 0, usual_seconds = 0;

  /// Of those that need the function, how many examine something all the same, in percent.
  [[nodiscard]] double share_examining() const;
  /// What is beyond its limit, in words; empty: nothing.
  [[nodiscard]] std::vector<std::string> over() const;
};

/// Compares a run of all tests under the blast with one without.
BlastResult judge_blast(BlastCase blast, const RunReport& usual, const RunReport& now);

}  // namespace mpitcheck
