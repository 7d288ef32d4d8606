// SPDX-License-Identifier: BSD-3-Clause
// The targets of a run and which of their tests it runs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/judge/tree.hpp"

namespace mpitcheck {

/// A tree as one run uses it.
struct Target {
  Tree tree;
  std::string name;                   ///< unique in the run
  std::vector<std::string> launcher;  ///< words with {np}; empty: none
};

/// One test to run.
struct Planned {
  const Target* target;
  const Program* program;
  const TestEntry* test;
  int np;
};

/// Loads the trees and settles names and launchers; throws UserError if one cannot be used as
/// asked.
std::vector<Target> load_targets(const RunOptions& options);

/// The tests that the options ask for, in the order of targets and manifests. Throws UserError
/// (nothing selected) if there are none or if one of the filters fits nothing.
std::vector<Planned> select_tests(const std::vector<Target>& targets, const RunOptions& options);

/// Indices of `plan` in the order in which tests are best started: those of several processes
/// first, then those of all programs in turns, so that tests that wait lie beside tests that
/// compute.
std::vector<std::size_t> starting_order(const std::vector<Planned>& plan);

/// Those of `plan` that cite one of the clauses.
std::vector<Planned> citing(const std::vector<std::string>& clauses,
                            const std::vector<Planned>& plan);

/// Throws UserError if a planned test needs a launcher program that is not there.
void require_launchers(const std::vector<Planned>& plan);

}  // namespace mpitcheck
