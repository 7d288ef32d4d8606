// SPDX-License-Identifier: BSD-3-Clause
// Lists everything that the target's MPI_T offers, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "conformance/harness/survey/survey.hpp"

namespace mpitcheck {

/// The versions, and which functions exist.
nlohmann::json identify();

/// Initializes the tool interface. False if the library refuses every thread level (A32). Throws
/// CannotGoOn if the call fails in another way, and NotCalled if it is in quarantine.
bool bring_up();

/// Empty lists, for a library that never initializes the interface.
nlohmann::json list_nothing();

/// Lists all objects before and after MPI_Init, which it calls. The tool interface must be
/// initialized. Calls that `survey` puts into quarantine are skipped.
nlohmann::json list_everything(Survey& survey);

}  // namespace mpitcheck
