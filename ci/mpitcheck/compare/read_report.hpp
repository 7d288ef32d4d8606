// SPDX-License-Identifier: BSD-3-Clause
// Reports that the user names.
#pragma once

#include <string>

#include "model.hpp"

namespace mpitcheck {

/// The report in that file; throws UserError if it cannot be read or is none.
RunReport read_report(const std::string& path);

}  // namespace mpitcheck
