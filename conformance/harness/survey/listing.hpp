// SPDX-License-Identifier: BSD-3-Clause
// Lists everything that the target's MPI_T offers, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "conformance/harness/survey/survey.hpp"

namespace mpitcheck {

/// The versions, and which functions exist.
nlohmann::json identify();

/// Initializes the tool interface. False if it never comes up (A32). Throws CannotGoOn if that
/// fails in another way, or if the call is in quarantine.
bool bring_up();

/// The lists of a library whose interface never comes up: all are empty.
nlohmann::json list_nothing();

/// All objects, before and after MPI_Init, which it calls. The tool interface must be initialized.
/// Calls that `survey` puts into quarantine are skipped.
nlohmann::json list_everything(Survey& survey);

}  // namespace mpitcheck
