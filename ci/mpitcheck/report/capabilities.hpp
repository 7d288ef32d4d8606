// SPDX-License-Identifier: BSD-3-Clause
// What the targets do not bear in signal handlers.
#pragma once

#include <string>
#include <vector>

#include "model.hpp"

namespace mpitcheck::report {

struct Capability {
  std::string target, function, outcome;
};

inline constexpr const char* capability_title = "Not survived in signal handlers";
inline constexpr const char* capability_note =
    "The standard advises libraries to allow these, no more: nothing here fails a run.";

/// From the behaviours that tests told: those that did not survive, in the order of the tests.
std::vector<Capability> capabilities(const RunReport& report);

}  // namespace mpitcheck::report
