// SPDX-License-Identifier: BSD-3-Clause
// What the targets bear in signal handlers: a row per function, a column per target.
#pragma once

#include <string>
#include <vector>

#include "model.hpp"

namespace mpitcheck::report {

struct CapabilityRow {
  std::string function;
  std::vector<std::string> outcomes;  ///< of each target, in their order; empty: not tried
};

inline constexpr const char* capability_title = "Functions in signal handlers";
inline constexpr const char* capability_note =
    "The standard advises libraries to allow these, no more: nothing here fails a run.";

/// From the behaviours that tests told; empty if none is about signal handlers.
std::vector<CapabilityRow> capabilities(const RunReport& report);

}  // namespace mpitcheck::report
