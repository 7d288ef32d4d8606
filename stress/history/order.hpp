// SPDX-License-Identifier: BSD-3-Clause
// The partial order of calls in several threads: a call draws a ticket before it begins and another
// when it has returned. The order determines which of several starts and stops of a handle was the
// last. It also determines which values a read of a variable may return: one that was written as a
// whole and was not certainly replaced by a later write.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>

#include "stress/history/history.hpp"

namespace mpitcheck::stress {

class Tickets {
 public:
  std::uint64_t draw() { return next_.fetch_add(1); }

 private:
  std::atomic<std::uint64_t> next_{1};
};

/// The time of a call.
struct Span {
  std::uint64_t begin, end;

  /// Whether it had returned before the other was called.
  [[nodiscard]] bool before(const Span& other) const { return end < other.begin; }
};

struct Switch {
  bool starts;
  Span span;
};

enum class State { running, stopped, unknown };

/// The state after the calls: that of the last one, unless a call of the other kind may have been
/// later. Unknown without calls.
State state_after(std::span<const Switch> calls);

struct Access {
  bool writes;
  std::uint64_t value;
  Span span;
};

/// Judges all reads among `accesses` (of all threads, in any order). Before the first access the
/// variable has the value `initial`. No value is written twice, and `initial` is never written.
Judgement check_whole_values(std::span<const Access> accesses, std::uint64_t initial);

}  // namespace mpitcheck::stress
