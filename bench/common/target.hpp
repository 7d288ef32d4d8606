// SPDX-License-Identifier: BSD-3-Clause
// The objects of the target that benchmarks can use. Forked children try them, since in some
// libraries the use of some variables is fatal.
#pragma once

#include <optional>
#include <vector>

#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck::bench {

/// All objects that the target lists, read once.
const std::vector<CvarInfo>& all_cvars();
const std::vector<PvarInfo>& all_pvars();
const std::vector<CategoryInfo>& all_categories();

/// A cvar whose handle can be allocated, read and freed, and the count of that handle.
struct UsableCvar {
  CvarInfo info;
  int count;
};

/// The usable cvars without binding or bound to a communicator. The others are recorded as missing.
const std::vector<UsableCvar>& usable_cvars();

/// The pvars that can be started, read and stopped. The others are recorded as missing.
const std::vector<PvarInfo>& usable_pvars();
/// The usable pvar for figures of a single pvar: a sum that can be stopped and has no binding,
/// otherwise the first.
std::optional<PvarInfo> typical_pvar();

}  // namespace mpitcheck::bench
