// SPDX-License-Identifier: BSD-3-Clause
// Does what tests rest on work?
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace mpitcheck {

/// Looks at each foundation (process/foundations.hpp) now; one object each: name, kind, clause,
/// and how it is broken, or that it works. What is in quarantine is stepped over.
nlohmann::json examine_foundations();

}  // namespace mpitcheck
