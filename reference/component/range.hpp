// SPDX-License-Identifier: BSD-3-Clause
// A range of integers, as a control variable may hold it.
#pragma once

namespace mpit {

/// Both bounds are inclusive. Aligned to its size: else Clang has no single load of it.
struct alignas(2 * sizeof(int)) Range {
  int low = 0;
  int high = 0;

  bool operator==(const Range&) const = default;
};

}  // namespace mpit
