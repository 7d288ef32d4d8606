// SPDX-License-Identifier: BSD-3-Clause
// The records of all ranks of a test as one account.
#pragma once

#include <string_view>

#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/judge/results.hpp"

namespace mpitcheck {

/// Fills in failures (with level, rule and the section of that MPI version), behaviours,
/// examinations, codes, missing.
void merge_records(const Evidence& evidence, std::string_view mpi_version, TestResult& result);

}  // namespace mpitcheck
