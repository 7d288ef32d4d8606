// SPDX-License-Identifier: BSD-3-Clause
// The walk over the handles.
#include "list_walking.hpp"

namespace mpit::bench {

void ListWalkingHighWatermark::update(std::uint64_t level) noexcept {
  level_ = level;
  for (Handle& handle : handles_) {
    if (handle.started && level > handle.mark) handle.mark = level;
  }
}

}  // namespace mpit::bench
