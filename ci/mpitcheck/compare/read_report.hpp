// SPDX-License-Identifier: BSD-3-Clause
// Reports that the user names, and what a target is called beside others.
#pragma once

#include <string>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

/// The report in that file; throws UserError if it cannot be read or is none.
RunReport read_report(const std::string& path);

/// Library and version, e.g. "MPICH 4.0.2"; the target's name if the library does not say.
std::string library_label(const TargetResult& target);

/// The library alone, e.g. "MPICH".
std::string library_name(const TargetResult& target);

}  // namespace mpitcheck
