// SPDX-License-Identifier: BSD-3-Clause
// The catalogue in the words of a report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"
#include "conformance/clauses/clause_data.hpp"

namespace mpitcheck {

/// The level of a clause, "must" for an unknown id: what is not known is taken seriously.
std::string level_of(std::string_view clause);

/// The strictest level among clauses; "must" for an empty list.
std::string strictest_level(const std::vector<std::string>& clauses);

/// Fills in level, rule and section (of that MPI version, e.g. "4.0") of a failure.
void annotate(Failure& failure, std::string_view mpi_version);

/// "4.0" as a version; 0.0 if it is none.
Version parse_version(std::string_view text);
std::string to_text(Version version);

/// Every clause of the catalogue, without tests and verdicts.
std::vector<ClauseResult> clause_results();

}  // namespace mpitcheck
