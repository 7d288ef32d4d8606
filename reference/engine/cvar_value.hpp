// SPDX-License-Identifier: BSD-3-Clause
// The value of a control variable that the engine owns: whole values, readable at any time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace mpit {

/// Bytes that are replaced as a whole. Readers never block and see one whole value; a reader in a
/// signal handler may interrupt a writer. A value of up to 8 bytes is one word, which is whole
/// anyway; longer ones are kept twice.
class CvarValue {
 public:
  explicit CvarValue(std::size_t bytes);

  std::size_t size() const noexcept { return bytes_; }
  /// Copies size() bytes. Lock-free, signal-safe.
  void read(void* buf) const noexcept {
    if (bytes_ > sizeof(std::uint64_t)) return read_long(buf);
    const std::uint64_t word = word_.load(std::memory_order_acquire);
    if (bytes_ == sizeof(int)) {  // copies of constant size are single moves
      std::memcpy(buf, &word, sizeof(int));
    } else if (bytes_ == sizeof word) {
      std::memcpy(buf, &word, sizeof word);
    } else {
      std::memcpy(buf, &word, bytes_);
    }
  }
  /// Replaces the value by size() bytes. One writer at a time.
  void write(const void* buf) noexcept;

 private:
  using Words = std::vector<std::atomic<std::uint64_t>>;

  void read_long(void* buf) const noexcept;

  const std::size_t bytes_;
  std::atomic<std::uint64_t> word_{0};  // the value, if it fits
  std::array<Words, 2> copies_;         // else: that of version v is in copy v % 2
  std::atomic<std::uint64_t> version_{0};
};

}  // namespace mpit
