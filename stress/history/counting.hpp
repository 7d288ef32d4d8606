// SPDX-License-Identifier: BSD-3-Clause
// The history of one handle of a sum that gains a known amount per message, used by one thread
// while others send too: what each value that was read may have been.
#pragma once

#include <cstdint>
#include <span>

#include "stress/history/judgement.hpp"

namespace mpitcheck::stress {

enum class Use : std::uint16_t { start, stop, reset, read, readreset };

/// One successful call on the handle. Messages of all threads are counted when they begin and when
/// they are done; the call lay between the two looks at these counts.
struct CountedUse {
  Use use;
  std::uint64_t value;         // of a read
  std::uint64_t done_before;   // messages that were done before the call
  std::uint64_t begun_after;   // messages that had begun when it returned
  std::uint64_t own_messages;  // that the thread itself had sent by then
};

/// How the values of a variable go.
struct Counted {
  std::uint64_t per_message = 1;
  std::uint64_t mask = ~std::uint64_t{0};  // largest value of the datatype: beyond it, it wraps
  bool exact = true;  // false: the gain per message is not known, so only rest is judged
};

/// Judges the calls on one handle in their order; the handle was fresh and stopped before them. A
/// read before the first start is anybody's guess.
Judgement check_counting(std::span<const CountedUse> uses, const Counted& counted);

}  // namespace mpitcheck::stress
