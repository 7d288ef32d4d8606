// SPDX-License-Identifier: BSD-3-Clause
// Attaching the stacks of a test that did not end in time.
#pragma once

#include <string_view>

#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/judge/results.hpp"

namespace mpitcheck {

/// Fills in `stacks` from what printers of stacks said, or notes why there are none.
void attach_stacks(std::string_view printed, const Evidence& evidence, TestResult& result);

}  // namespace mpitcheck
