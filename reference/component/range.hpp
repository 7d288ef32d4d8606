// SPDX-License-Identifier: BSD-3-Clause
// A range of integers, as a control variable may hold it.
#pragma once

namespace mpit {

/// Both bounds are inclusive.
struct Range {
  int low = 0;
  int high = 0;

  bool operator==(const Range&) const = default;
};

}  // namespace mpit
