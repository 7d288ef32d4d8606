// SPDX-License-Identifier: BSD-3-Clause
// Bounded keeping of what a process prints: the head and the tail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mpitcheck {

class Capture {
 public:
  /// Keeps at most `bound` bytes: the first half of them and the last half of them.
  explicit Capture(std::size_t bound = 64U << 10U) : half_(bound / 2) {}

  void add(std::string_view bytes);

  /// What was kept, with a line in the middle that says how much is missing.
  [[nodiscard]] std::string text() const;
  /// Bytes that text() leaves out.
  [[nodiscard]] std::uint64_t lost() const;

 private:
  std::size_t half_;
  std::string head_;
  std::string tail_;  // up to 2 * half_ bytes: trimmed now and then, not at each byte
  std::uint64_t dropped_ = 0;
};

}  // namespace mpitcheck
