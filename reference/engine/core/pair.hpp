// SPDX-License-Identifier: BSD-3-Clause
// Two words that change together: the cell under handles and epochs.
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

/// A tag and a value, replaced in one atomic step. Users keep two promises: no tag is all ones; and
/// while the tag has been left, it is not entered again with another meaning, so that a value read
/// between two equal tags belongs to that tag.
///
/// Any thread, signal handlers. Lock-free where exchange.hpp knows the processor. Elsewhere the tag
/// is all ones while the value is replaced, with all signals blocked: a handler never waits for the
/// code that it interrupted, but a thread may wait for another one.
///
/// Loads take part in the order of all: who opens an epoch of a watermark, by another word, has to
/// find what was put into the epoch's pair by those who still saw it open.
class alignas(16) Pair {
 public:
  /// A consistent copy. Repeats only if someone else replaced the pair.
  PairValue load() const noexcept {
    PairValue copy{tag(), 0};
    for (;;) {
      copy.value = value_.load(std::memory_order_seq_cst);
      const std::uint64_t after = tag();
      if (after == copy.tag) return copy;
      copy.tag = after;
    }
  }

  /// The tag alone. Where each change of the value changes the tag, a tag that is still there means
  /// that nothing changed since it was loaded.
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

  /// Sets a pair that nobody else uses yet.
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

  /// No signal handler runs on this thread meanwhile.
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
