// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest faults`: each deliberately broken MPI_T must be caught by a test of the rule
// that it breaks.
#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "tree.hpp"

namespace mpitcheck {

/// Which faults to run, and under which tests.
struct FaultSelection {
  std::vector<std::string> filters;  ///< globs over faults and clauses; empty: all
  int every = 1;                     ///< of these one of so many
  bool whole_suite = false;          ///< all tests, not only those of the clauses that it breaks
};

/// The faults of `tree` that fit one of the globs (over names and clauses; none: all), of these one
/// of so many. Throws UserError (nothing selected) if none is left.
std::vector<FaultEntry> selected_faults(const Tree& tree, const std::vector<std::string>& globs,
                                        int every);

/// Names of the tests that cite one of the clauses: those that were written for it, which are
/// quick, or random sequences and stress.
enum class TestKind { written, random };
std::vector<std::string> tests_about(const std::vector<std::string>& clauses, const Tree& tree,
                                     TestKind kind);

/// Runs the tests of its clauses (or the whole suite) under each fault, prints the kill
/// table and writes options.json; returns the exit code: 1 if a fault is not killed (on another MPI
/// than the reference, one may be idle or unseen). Throws UserError if nothing can be run as asked.
int selftest_faults(const RunOptions& options, const FaultSelection& selection,
                    const std::vector<std::string>& command);

}  // namespace mpitcheck
