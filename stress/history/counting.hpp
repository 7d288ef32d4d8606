// SPDX-License-Identifier: BSD-3-Clause
// Sums that gain a known amount per message. The history of one handle, used by one thread while
// others send too: what each value that was read may have been. Several threads that take what was
// gained, by readreset: together they have taken all of it, and nothing twice.
#pragma once

#include <cstdint>
#include <span>

#include "stress/history/history.hpp"

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

/// What there was to take: at least and at most.
struct Gained {
  std::uint64_t least, most;
};

/// `mask`: the largest value of the datatype. Sums may wrap.
Judgement check_partition(std::span<const std::uint64_t> taken, const Gained& gained,
                          std::uint64_t mask);

}  // namespace mpitcheck::stress
