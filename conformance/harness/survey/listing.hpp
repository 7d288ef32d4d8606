// SPDX-License-Identifier: BSD-3-Clause
// Everything that the target's MPI_T offers, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "conformance/harness/survey/survey.hpp"

namespace mpitcheck {

/// Versions, and which functions exist.
nlohmann::json identify();

/// Brings the tool interface up. False if it never comes up (A32). Throws CannotGoOn where it
/// cannot be brought up, or that is in quarantine.
bool bring_up();

/// What a library has whose interface never comes up.
nlohmann::json list_nothing();

/// All objects, before and after MPI_Init, which it calls; the tool interface is up. What `survey`
/// puts into quarantine is stepped over.
nlohmann::json list_everything(Survey& survey);

}  // namespace mpitcheck
