// SPDX-License-Identifier: BSD-3-Clause
// Two words that change together: the cell of handles and epochs.
#pragma once

#include <atomic>
#include <cstdint>

#include "reference/engine/core/exchange.hpp"

#if !MPIT_EXCHANGES_PAIRS
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#endif

namespace mpit {

/// A tag and a value that are replaced in one atomic step. Users must ensure that no tag is all
/// ones, and that a tag never recurs with another meaning while it may be compared. A value read
/// between two equal tags then belongs to that tag.
///
/// Any thread, signal handlers. Lock-free if exchange.hpp supports the processor. Otherwise the tag
/// is all ones while the value is replaced, with all signals blocked: a handler never waits for the
/// code that it interrupted, but a thread may wait for another one.
///
/// Loads are sequentially consistent. A thread that opens an epoch of a watermark, in another word,
/// must see what others stored in the epoch's pair while they still saw it open.
class alignas(16) Pair {
 public:
  /// A consistent copy. Repeats only if another thread replaced the pair.
  PairValue load() const noexcept {
    PairValue copy{tag(), 0};
    for (;;) {
      copy.value = value_.load(std::memory_order_seq_cst);
      const std::uint64_t after = tag();
      if (after == copy.tag) return copy;
      copy.tag = after;
    }
  }

  /// The tag alone. If each change of the value changes the tag, an unchanged tag means an
  /// unchanged value.
  std::uint64_t tag() const noexcept {
    std::uint64_t tag = tag_.load(std::memory_order_seq_cst);
#if !MPIT_EXCHANGES_PAIRS
    while (tag == busy) {
      sched_yield();
      tag = tag_.load(std::memory_order_seq_cst);
    }
#endif
    return tag;
  }

  /// Replaces `expected` by `desired`; false if the pair holds something else. Sequentially
  /// consistent.
  bool replace(PairValue expected, PairValue desired) noexcept {
#if MPIT_EXCHANGES_PAIRS
    return exchange(*this, expected, desired);
#else
    const SignalsBlocked blocked;
    for (std::uint64_t seen = expected.tag; !tag_.compare_exchange_strong(seen, busy);) {
      if (seen != busy) return false;
      sched_yield();
      seen = expected.tag;
    }
    const bool replaced = value_.load(std::memory_order_relaxed) == expected.value;
    if (replaced) value_.store(desired.value, std::memory_order_release);
    tag_.store(replaced ? desired.tag : expected.tag, std::memory_order_seq_cst);
    return replaced;
#endif
  }

  /// Sets a pair that is not shared yet.
  void initialize(PairValue value) noexcept {
    tag_.store(value.tag, std::memory_order_relaxed);
    value_.store(value.value, std::memory_order_relaxed);
  }

 protected:
  /// The value alone.
  std::uint64_t load_value() const noexcept { return value_.load(std::memory_order_acquire); }

 private:
#if !MPIT_EXCHANGES_PAIRS
  static constexpr std::uint64_t busy = ~std::uint64_t{0};

  /// Blocks all signals of this thread during its lifetime.
  class SignalsBlocked {
   public:
    SignalsBlocked() noexcept {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

   private:
    sigset_t before_{};
  };
#endif

  std::atomic<std::uint64_t> tag_{0};
  std::atomic<std::uint64_t> value_{0};
};

}  // namespace mpit
