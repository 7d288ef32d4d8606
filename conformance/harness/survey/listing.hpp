// SPDX-License-Identifier: BSD-3-Clause
// Everything that the target's MPI_T offers, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "conformance/harness/survey/survey.hpp"

namespace mpitcheck {

/// Versions, and which functions exist.
nlohmann::json identify();

/// Brings the tool interface up; not at all if that is in quarantine. Throws CannotGoOn.
void bring_up();

/// All objects, before and after MPI_Init, which it calls; the tool interface is up. What `survey`
/// puts into quarantine is stepped over.
nlohmann::json list_everything(Survey& survey);

}  // namespace mpitcheck
