// SPDX-License-Identifier: BSD-3-Clause
// A range of integers, the value of a control variable.
#pragma once

namespace mpit {

/// Both bounds are inclusive. Aligned to its size, so that Clang loads it in one step.
struct alignas(2 * sizeof(int)) Range {
  int low = 0;
  int high = 0;

  bool operator==(const Range&) const = default;
};

}  // namespace mpit
