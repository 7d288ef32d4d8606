// SPDX-License-Identifier: BSD-3-Clause
// Tries the operations on which most tests depend.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace mpitcheck {

/// Tries each foundation (conformance/harness/process/foundations.hpp) in the present phase.
/// Returns one object each: name, kind, clause, and how it is broken, or that it works. Calls in
/// quarantine are skipped.
nlohmann::json examine_foundations();

}  // namespace mpitcheck
