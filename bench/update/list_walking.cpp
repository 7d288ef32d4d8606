// SPDX-License-Identifier: BSD-3-Clause
// The walk over the handles.
#include "bench/update/alternatives.hpp"

#include <algorithm>

namespace mpitcheck::bench {

void ListWalkingHighWatermark::update(std::uint64_t level) noexcept {
  level_ = level;
  for (Handle& handle : handles_) {
    if (handle.started && level > handle.mark) handle.mark = level;
  }
}

bool ListWalkingHighWatermark::all_show(std::uint64_t mark) const noexcept {
  return std::all_of(handles_.begin(), handles_.end(),
                     [mark](const Handle& handle) { return handle.mark == mark; });
}

}  // namespace mpitcheck::bench
