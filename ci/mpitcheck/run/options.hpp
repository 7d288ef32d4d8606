// SPDX-License-Identifier: BSD-3-Clause
// The command line of mpitcheck.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ci/mpitcheck/job/run_options.hpp"

namespace mpitcheck {

enum class Action {
  run,
  list_clauses,
  list_tests,
  explain,
  codes,
  finding,
  inventory,
  diff,
  compare,
  selftest_variants,
  selftest_faults,
  selftest_repro,
  selftest_hostile,
  selftest_blast
};

struct Options {
  Action action = Action::run;
  RunOptions run;    ///< for inventory: the tree, env, preload, timeout; for compare: the files
  std::string tree;  ///< for list and explain; empty: the tree the program lies in
  std::string
      subject;  ///< for explain: a clause id or a test name; for codes: a file; for finding: its id
  bool json = false;                  ///< for list, inventory, codes and diff
  std::vector<std::string> reports;   ///< for diff: the old and the new one; for compare, finding
  bool markdown = false;              ///< for finding
  std::vector<std::string> selftest;  ///< globs over what is tried; empty: all
  int at_least = 80;                  ///< for selftest repro: percent
  bool whole_suite = false;           ///< for selftest faults: all tests, not only the fitting ones
  int every = 1;                      ///< for selftest faults, repro and blast: one of so many
  std::optional<int> offset;          ///< likewise: the first of them
};

/// Reads the command line. Nothing if help or version was asked for and printed; throws UserError
/// if it cannot be understood.
std::optional<Options> parse_options(int argc, const char* const* argv);

}  // namespace mpitcheck
