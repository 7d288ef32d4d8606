// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck list clauses|tests`.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/judge/tree.hpp"

namespace mpitcheck {

/// The tree that the option names, by default the one this program lies in.
Tree tree_or_own(const std::string& directory);

/// Names of the tests of `tree` that cite `clause`.
std::vector<std::string> tests_of(const Tree& tree, std::string_view clause);

/// Names of the faults of `tree` that break `clause`.
std::vector<std::string> faults_of(const Tree& tree, std::string_view clause);

/// All clauses: lines of columns, or a JSON array of objects id, level, area, since, tests, faults,
/// ...
std::string list_clauses(const Tree& tree, bool as_json);

/// All tests: lines of columns, or a JSON array.
std::string list_tests(const Tree& tree, bool as_json);

}  // namespace mpitcheck
