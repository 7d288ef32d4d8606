// SPDX-License-Identifier: BSD-3-Clause
// The value of a control variable that the engine owns: whole values, readable at any time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/value.hpp"

namespace mpit {

/// Bytes that are replaced as a whole. Readers never block and see one whole value; a reader in a
/// signal handler may interrupt a writer. A value of up to 8 bytes is one word, which is whole
/// anyway; longer ones are kept twice.
class CvarValue {
 public:
  explicit CvarValue(std::size_t bytes);

  std::size_t size() const noexcept { return bytes_; }
  /// Copies size() bytes. Lock-free, signal-safe.
  void read(void* buf) const noexcept;
  /// Where the value is, if copy_word (value.hpp) can read it; else null.
  const void* word() const noexcept { return is_word(bytes_) ? &word_ : nullptr; }
  /// Replaces the value by size() bytes. One writer at a time.
  void write(const void* buf) noexcept;

 private:
  using Words = std::vector<std::atomic<std::uint64_t>>;

  const std::size_t bytes_;
  std::atomic<std::uint64_t> word_{0};  // the value, if it fits
  std::array<Words, 2> copies_;         // else: that of version v is in copy v % 2
  std::atomic<std::uint64_t> version_{0};
};

}  // namespace mpit
