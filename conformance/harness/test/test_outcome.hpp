// SPDX-License-Identifier: BSD-3-Clause
// The results of a test so far. Its Test adds to them; run_test() makes verdict and records of
// them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "conformance/clauses/clause_key.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/test/stray_codes.hpp"

namespace mpitcheck {

/// The counts of one clause.
struct ClauseTally {
  Clause clause;
  std::uint64_t examined = 0;
  std::uint64_t offenders = 0;
};

/// Figures by name.
using Metrics = std::vector<std::pair<std::string, std::string>>;

/// Copies share the stray codes.
struct TestOutcome {
  std::vector<ClauseTally> tallies;  ///< of the clauses that apply, sorted by number
  std::vector<Offence> offences;
  std::vector<std::string> missing;  ///< what the target lacks for this test
  /// Reasons outside MPI_T for which forked processes ended: they make the test inconclusive.
  std::vector<std::string> lost;
  Metrics metrics;
  /// The state of the grid (conformance/suite/grid) and the outcomes by cell, for the page. Empty
  /// in other tests.
  std::string grid_state;
  Metrics grid_cells;
  StrayCodes strays;
};

}  // namespace mpitcheck
