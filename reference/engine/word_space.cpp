// SPDX-License-Identifier: BSD-3-Clause
// First fit; neighbours that become free are joined.
#include "engine/word_space.hpp"

#include <algorithm>
#include <iterator>
#include <new>

namespace mpit {

std::uint32_t WordSpace::take(std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(free_.begin(), free_.end(),
                                  [&](const auto& range) { return range.second >= count; });
  if (found == free_.end()) throw std::bad_alloc();
  const auto [first, length] = *found;
  if (length != count) free_.emplace_hint(std::next(found), first + count, length - count);
  free_.erase(found);
  return first;
}

void WordSpace::give_back(std::uint32_t first, std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  auto range = free_.emplace(first, count).first;
  if (const auto next = std::next(range);
      next != free_.end() && range->first + range->second == next->first) {
    range->second += next->second;
    free_.erase(next);
  }
  if (range == free_.begin()) return;
  if (const auto before = std::prev(range); before->first + before->second == range->first) {
    before->second += range->second;
    free_.erase(range);
  }
}

}  // namespace mpit
