// SPDX-License-Identifier: BSD-3-Clause
// Two words that change together: the lock-free cell under handles and epochs.
#pragma once

#include <atomic>
#include <cstdint>

namespace mpit {

/// What a Pair holds at one moment.
struct PairValue {
  std::uint64_t tag = 0;
  std::uint64_t value = 0;

  friend bool operator==(const PairValue&, const PairValue&) = default;
};

/// A tag and a value, replaced in one atomic step. Users keep one promise: while the tag has been
/// left, it is not entered again with another meaning, so that a value read between two equal tags
/// belongs to that tag.
class alignas(16) Pair {
 public:
  /// A consistent copy. Lock-free: repeats only if someone else replaced the pair. Signal-safe.
  PairValue load() const noexcept {
    PairValue copy{tag_.load(std::memory_order_acquire), 0};
    for (;;) {
      copy.value = value_.load(std::memory_order_acquire);
      const std::uint64_t tag = tag_.load(std::memory_order_acquire);
      if (tag == copy.tag) return copy;
      copy.tag = tag;
    }
  }

  /// The tag alone. Where each change of the value changes the tag, a tag that is still there means
  /// that nothing changed since it was loaded.
  std::uint64_t tag() const noexcept { return tag_.load(std::memory_order_acquire); }

  /// Replaces `expected` by `desired`; false if the pair holds something else. Sequentially
  /// consistent, signal-safe.
  bool replace(PairValue expected, PairValue desired) noexcept {
#if defined(__x86_64__) && !defined(MPIT_PORTABLE)
    bool replaced = false;
    asm volatile("lock cmpxchg16b %1"
                 : "=@ccz"(replaced), "+m"(*this), "+a"(expected.tag), "+d"(expected.value)
                 : "b"(desired.tag), "c"(desired.value)
                 : "memory");
    return replaced;
#else
    return __atomic_compare_exchange(reinterpret_cast<PairValue*>(this), &expected, &desired, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
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
  std::atomic<std::uint64_t> tag_{0};
  std::atomic<std::uint64_t> value_{0};
};

}  // namespace mpit
