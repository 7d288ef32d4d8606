// SPDX-License-Identifier: BSD-3-Clause
// Growing arrays whose elements never move and live as long as the array: the basis of handles, and
// of sets that signal handlers may walk while another thread adds or removes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "reference/engine/core/single_threaded.hpp"

namespace mpit {

/// Elements of T in chunks, found through a directory of the chunks. grow_to needs an external
/// lock. Access is wait-free, from any thread, to indices below a size that the growing thread
/// published.
template <class T>
class Chunks {
 public:
  Chunks() = default;
  ~Chunks() {
    for (std::uint32_t c = 0; c != size_ / chunk_size; ++c) delete[] present_.load()[c];
  }
  Chunks(const Chunks&) = delete;
  Chunks& operator=(const Chunks&) = delete;

  /// Makes indices below `size` usable. Throws std::bad_alloc.
  void grow_to(std::uint32_t size) {
    for (; size_ < size; size_ += chunk_size) {
      const std::uint32_t count = size_ / chunk_size;
      if (count == room_) enlarge_directory();
      present_.load(std::memory_order_relaxed)[count] = new T[chunk_size]();
    }
  }

  T& operator[](std::uint32_t index) const noexcept {
    return present_.load(std::memory_order_acquire)[index / chunk_size][index % chunk_size];
  }

 private:
  static constexpr std::uint32_t chunk_size = 16;

  void enlarge_directory() {
    const std::uint32_t room = std::max(2 * room_, 4U);
    auto larger = std::make_unique<T*[]>(room);
    std::copy_n(present_.load(std::memory_order_relaxed), room_, larger.get());
    directories_.push_back(std::move(larger));
    present_.store(directories_.back().get(), std::memory_order_release);
    room_ = room;
  }

  std::atomic<T**> present_{nullptr};
  std::uint32_t size_ = 0;  // a multiple of chunk_size
  std::uint32_t room_ = 0;  // capacity of the directory in chunks
  // Old directories stay, since readers may use them. Their total size does not exceed that of the
  // current one.
  std::vector<std::unique_ptr<T*[]>> directories_;
};

/// Pointers to T. add and remove need an external lock. for_each is wait-free and signal-safe, and
/// visits every pointer that was in the array during the whole call.
template <class T>
class MemberArray {
 public:
  /// Returns the position, which remove() takes. Throws std::bad_alloc.
  std::uint32_t add(T* member) {
    std::uint32_t position = 0;
    if (!free_.empty()) {
      position = free_.back();
      free_.pop_back();
    } else {
      position = size_.load(std::memory_order_relaxed);
      entries_.grow_to(position + 1);
      if (free_.capacity() <= position)
        free_.reserve(2 * (std::size_t{position} + 1));  // so that remove does not allocate
    }
    store_in_order(entries_[position], member);
    if (position == size_.load(std::memory_order_relaxed)) {
      store_in_order(size_, position + 1);
    }
    return position;
  }

  /// Removes the member at a position that add() returned. Does not allocate.
  void remove(std::uint32_t position) noexcept {
    store_in_order<T*>(entries_[position], nullptr);
    free_.push_back(position);
  }

  /// Whether nothing was ever added.
  bool unused() const noexcept { return size_.load(std::memory_order_relaxed) == 0; }

  /// Calls `visit(member)` for each member.
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
