// SPDX-License-Identifier: BSD-3-Clause
// Tries the operations on which most tests depend.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace mpitcheck {

/// Tries each foundation (conformance/harness/process/habits.hpp) in the present phase of MPI.
/// Returns an array with one object each: name, kind, clause, whether it works, and how it is
/// broken. Calls in quarantine are skipped.
nlohmann::json examine_foundations();

}  // namespace mpitcheck
