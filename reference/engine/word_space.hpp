// SPDX-License-Identifier: BSD-3-Clause
// Which of the process's words are taken.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

namespace mpit {

/// Hands out ranges of the indices 0 to capacity - 1, the lowest first. Any thread; locks.
class WordSpace {
 public:
  explicit WordSpace(std::uint32_t capacity) : free_{{0, capacity}} {}

  /// Throws std::bad_alloc if no range of this length is free.
  std::uint32_t take(std::uint32_t count);
  void give_back(std::uint32_t first, std::uint32_t count);

 private:
  std::mutex mutex_;
  std::map<std::uint32_t, std::uint32_t> free_;  // count by first; never adjacent
};

}  // namespace mpit
