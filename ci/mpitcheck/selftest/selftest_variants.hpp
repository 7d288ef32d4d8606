// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest variants`: the suites must stay silent on every legal behaviour of the
// reference.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/judge/tree.hpp"

namespace mpitcheck {

/// A legal behaviour of the reference, as its tree's bin/variants tells.
struct Variant {
  std::string name;
  std::string description;
  std::vector<std::string> legal_by;  ///< clauses and ambiguities
  std::vector<std::string> gives_up;  ///< levels that it deviates from: "should", "quality"
};

/// Reads what bin/variants printed. Throws UserError (own error) if it is not a list of variants,
/// or if one appeals to a clause or ambiguity that the catalogue does not have.
std::vector<Variant> parse_variants(std::string_view text);

/// Whether the test speaks against a library that is in order, as `variant` is.
bool is_alarm(const TestResult& test, const Variant& variant);

/// Runs the tests once per variant, prints a table and every alarm, writes options.json; returns
/// the exit code: 1 if there is an alarm. options.trees holds the tree, `filters` globs over
/// variants. Throws UserError if nothing can be run as asked.
int selftest_variants(const RunOptions& options, const std::vector<std::string>& filters,
                      const std::vector<std::string>& command);

}  // namespace mpitcheck
