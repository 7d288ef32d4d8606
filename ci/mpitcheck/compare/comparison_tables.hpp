// SPDX-License-Identifier: BSD-3-Clause
// The parts of the comparison's page. All return HTML with everything escaped.
#pragma once

#include <string>

#include "ci/mpitcheck/compare/comparison.hpp"

namespace mpitcheck {

/// Which library, report and verdicts stand behind each column.
std::string columns_table(const Comparison& comparison);

/// Findings as rows, with their verdict in each column that has them.
std::string findings_table(const Comparison& comparison);

/// Clauses as rows, with what the columns say of a deviation.
std::string clauses_table(const Comparison& comparison);

/// What each column does where the standard leaves a choice.
std::string behaviours_table(const Comparison& comparison);

/// Numbers of objects, and names that only one column has.
std::string inventories_section(const Comparison& comparison);

}  // namespace mpitcheck
