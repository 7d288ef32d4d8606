// SPDX-License-Identifier: BSD-3-Clause
// The account of a run on the terminal: a table of verdicts, then what is broken.
#pragma once

#include <string>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

/// Everything that stems from a target is escaped.
std::string summary(const RunReport& report);

}  // namespace mpitcheck
