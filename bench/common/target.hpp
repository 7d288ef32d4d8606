// SPDX-License-Identifier: BSD-3-Clause
// What of the target the benchmarks can use: found by trying in forked children, since there are
// libraries in which the use of some variables is fatal.
#pragma once

#include <optional>
#include <vector>

#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck::bench {

/// All that the target lists; read once.
const std::vector<CvarInfo>& all_cvars();
const std::vector<PvarInfo>& all_pvars();
const std::vector<CategoryInfo>& all_categories();

/// A cvar whose handle can be allocated, read and freed, and the count of that handle.
struct UsableCvar {
  CvarInfo info;
  int count;
};

/// The cvars bound to no object or to a communicator that can be used; what was left out is noted
/// as missing.
const std::vector<UsableCvar>& usable_cvars();

/// The pvars that can be started, read and stopped, likewise.
const std::vector<PvarInfo>& usable_pvars();
/// Of these the one for figures of a single pvar: a sum that can be stopped and has no object, else
/// the first.
std::optional<PvarInfo> typical_pvar();

}  // namespace mpitcheck::bench
