// SPDX-License-Identifier: BSD-3-Clause
// The header of every report.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

/// Who runs what, when and where; `command` is the command line.
Header make_header(const std::vector<std::string>& command);

}  // namespace mpitcheck
