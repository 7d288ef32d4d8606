// SPDX-License-Identifier: BSD-3-Clause
// A growing array whose elements never move and are never freed before it: the ground under
// handles.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace mpit {

/// Elements of T in chunks of doubling size. grow_to needs a lock around it; access is wait-free,
/// from any thread, to indices below a size that the caller got from whoever grew the array.
template <class T>
class Chunks {
 public:
  Chunks() = default;
  ~Chunks() {
    for (auto& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
  }
  Chunks(const Chunks&) = delete;
  Chunks& operator=(const Chunks&) = delete;

  /// Makes indices below `size` usable. Throws std::bad_alloc.
  void grow_to(std::uint32_t size) {
    for (unsigned c = 0; first_of(c) < size; ++c) {
      if (chunks_[c].load(std::memory_order_relaxed) == nullptr) {
        chunks_[c].store(new T[first_size << c](), std::memory_order_release);
      }
    }
  }

  T& operator[](std::uint32_t index) const noexcept {
    const std::uint32_t shifted = index + first_size;
    const unsigned c = static_cast<unsigned>(std::bit_width(shifted)) - first_bits - 1;
    return chunks_[c].load(std::memory_order_acquire)[shifted - (first_size << c)];
  }

 private:
  static constexpr unsigned first_bits = 4;
  static constexpr std::uint32_t first_size = 1U << first_bits;
  static constexpr std::uint64_t first_of(unsigned c) {
    return (std::uint64_t{first_size} << c) - first_size;
  }

  std::array<std::atomic<T*>, 28> chunks_{};
};

}  // namespace mpit
