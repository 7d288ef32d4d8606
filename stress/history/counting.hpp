// SPDX-License-Identifier: BSD-3-Clause
// Sums that gain a known amount per message. One thread uses a handle while others send: the
// checker bounds the value of each read. If several threads take the gain by readreset, they must
// together take all of it, and nothing twice.
#pragma once

#include <cstdint>
#include <span>

#include "stress/history/history.hpp"

namespace mpitcheck::stress {

enum class Use : std::uint16_t { start, stop, reset, read, readreset };

/// One successful call on the handle. Messages of all threads are counted when they begin and when
/// they are done. The call was made between the reads of these two counts.
struct CountedUse {
  Use use;
  std::uint64_t value;         // of a read
  std::uint64_t done_before;   // messages that were done before the call
  std::uint64_t begun_after;   // messages that had begun when it returned
  std::uint64_t own_messages;  // messages that the thread itself had sent by then
};

/// How a variable counts.
struct Counted {
  std::uint64_t per_message = 1;
  std::uint64_t mask = ~std::uint64_t{0};  // largest value of the datatype; larger ones wrap
  bool exact = true;  // false: the gain per message is unknown, so only stopped handles are judged
};

/// Judges the calls on one handle in their order. The handle must be new and stopped before them.
/// The value of a read before the first start is undefined.
Judgement check_counting(std::span<const CountedUse> uses, const Counted& counted);

/// The least and the greatest gain that is possible.
struct Gained {
  std::uint64_t least, most;
};

/// `mask`: the largest value of the datatype. Sums may wrap.
Judgement check_partition(std::span<const std::uint64_t> taken, const Gained& gained,
                          std::uint64_t mask);

}  // namespace mpitcheck::stress
