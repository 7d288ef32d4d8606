// SPDX-License-Identifier: BSD-3-Clause
// The order of calls in several threads, as far as there is one: a call draws a ticket before it
// begins and another when it has returned. Which of several starts and stops of one handle was the
// last; which values reads of one variable may give: one that was written as a whole, and that no
// later write had replaced for sure.
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

/// When a call was in progress.
struct Span {
  std::uint64_t begin, end;

  /// True if it had returned before the other was called.
  [[nodiscard]] bool before(const Span& other) const { return end < other.begin; }
};

struct Switch {
  bool starts;
  Span span;
};

enum class State { running, stopped, unknown };

/// The state that the calls leave: that of the last one, unless others of the other kind may have
/// been later. Without calls unknown.
State state_after(std::span<const Switch> calls);

struct Access {
  bool writes;
  std::uint64_t value;
  Span span;
};

/// Judges all reads among `accesses` (of all threads, in any order). Before the first access the
/// variable held `initial`; no value is written twice, and `initial` is not written.
Judgement check_whole_values(std::span<const Access> accesses, std::uint64_t initial);

}  // namespace mpitcheck::stress
