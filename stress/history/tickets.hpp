// SPDX-License-Identifier: BSD-3-Clause
// The order of calls in several threads, as far as there is one: a call draws a ticket before it
// begins and another when it has returned.
#pragma once

#include <atomic>
#include <cstdint>

namespace mpitcheck::stress {

class Tickets {
 public:
  std::uint64_t draw() { return next_.fetch_add(1); }

 private:
  std::atomic<std::uint64_t> next_{1};
};

/// When a call was in progress.
struct Span {
  std::uint64_t begin, end;

  /// True if it had returned before the other was called.
  [[nodiscard]] bool before(const Span& other) const { return end < other.begin; }
};

}  // namespace mpitcheck::stress
