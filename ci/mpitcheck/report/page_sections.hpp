// SPDX-License-Identifier: BSD-3-Clause
// The parts of the page that need no JavaScript. All return HTML with everything escaped.
#pragma once

#include <cstddef>
#include <string>

#include "report/page_model.hpp"

namespace mpitcheck::report {

/// Title, when and how the run was made, and a notice if it is incomplete.
std::string header_section(const PageModel& page);

/// A line per finding, its details behind it; in about `limit` bytes.
std::string findings_section(const PageModel& page, std::size_t limit = 2'000'000);

/// What the gate says. Two tables, targets as rows: what each exposes, and its clauses and tests by
/// verdict. Then what verdicts mean.
std::string targets_section(const PageModel& page);

/// Clauses as rows, targets as columns.
std::string matrix_section(const PageModel& page);

/// For readers without JavaScript: sections, tests and evidence per clause, in at most about
/// `limit` bytes.
std::string evidence_section(const PageModel& page, std::size_t limit = 3'000'000);

}  // namespace mpitcheck::report
