// SPDX-License-Identifier: BSD-3-Clause
// What a target is called beside others.
#pragma once

#include <string>

#include "model.hpp"

namespace mpitcheck {

/// Library and version, e.g. "MPICH 4.0.2"; the target's name if the library does not say.
std::string library_label(const TargetResult& target);

/// The library alone, e.g. "MPICH".
std::string library_name(const TargetResult& target);

}  // namespace mpitcheck
