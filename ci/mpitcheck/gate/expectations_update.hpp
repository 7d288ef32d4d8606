// SPDX-License-Identifier: BSD-3-Clause
// `--update-expectations`: makes expectations files fit the results of a run.
#pragma once

#include <vector>

#include "ci/mpitcheck/gate/expectations.hpp"
#include "ci/mpitcheck/gate/gate.hpp"

namespace mpitcheck {

/// The gate's files as the results call for. Entries of tests that pass or are gone are left out;
/// of tests that deviate in another way take over verdict and message, and keep their reason; new
/// ones are added with the reason "to be reviewed", below the cause that they state. A glob that no
/// longer fits all its tests becomes one entry per test. Entries of tests that were not run, or
/// came to `error`, stay; so do expired ones, which want a person's look.
std::vector<ExpectationsFile> updated_expectations(const Gate& gate,
                                                   const std::vector<TestResult>& tests);

/// Throws UserError if a file of the gate is for none of its targets.
void require_targets(const Gate& gate);

}  // namespace mpitcheck
