// SPDX-License-Identifier: BSD-3-Clause
// A set of pointers that signal handlers may walk while another thread adds or removes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/alone.hpp"
#include "engine/chunks.hpp"

namespace mpit {

/// Pointers to T. add and remove need a lock around them and may allocate; for_each is wait-free
/// and signal-safe and sees every pointer that was there from its beginning to its end.
template <class T>
class MemberArray {
 public:
  /// Returns the position, which remove wants.
  std::uint32_t add(T* member) {
    std::uint32_t position = 0;
    if (!free_.empty()) {
      position = free_.back();
      free_.pop_back();
    } else {
      position = size_.load(std::memory_order_relaxed);
      entries_.grow_to(position + 1);
      if (free_.capacity() <= position)
        free_.reserve(2 * (position + 1));  // remove must not allocate
    }
    store_in_order(entries_[position], member);
    if (position == size_.load(std::memory_order_relaxed)) {
      store_in_order(size_, position + 1);
    }
    return position;
  }

  void remove(std::uint32_t position) noexcept {
    store_in_order<T*>(entries_[position], nullptr);
    free_.push_back(position);
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    const std::uint32_t size = size_.load(std::memory_order_seq_cst);
    for (std::uint32_t i = 0; i != size; ++i) {
      if (T* const member = entries_[i].load(std::memory_order_seq_cst)) visit(*member);
    }
  }

 private:
  Chunks<std::atomic<T*>> entries_;
  std::atomic<std::uint32_t> size_{0};
  std::vector<std::uint32_t> free_;
};

}  // namespace mpit
