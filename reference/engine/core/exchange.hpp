// SPDX-License-Identifier: BSD-3-Clause
// Compares and replaces two adjacent words by the processor's own instructions: x86-64, ARMv8 with
// LSE (-march=armv8.1-a) and without, z/Architecture. Not by __atomic built-ins: for 16 bytes they
// call libatomic, which may lock.
#pragma once

#include <cstdint>

#include "reference/engine/core/portable.hpp"

namespace mpit {

/// The content of a Pair at one moment.
struct PairValue {
  std::uint64_t tag = 0;
  std::uint64_t value = 0;

  friend bool operator==(const PairValue&, const PairValue&) = default;
};

#if MPIT_EXCHANGES_PAIRS

/// Replaces the content of `pair` if it is `expected`. A pair is 16 bytes, aligned to 16, tag
/// first. Sequentially consistent, lock-free, signal-safe.
template <class Pair>
[[gnu::always_inline]] inline bool exchange(Pair& pair, PairValue expected,
                                            PairValue desired) noexcept {
#if defined(__x86_64__)
  bool replaced = false;
  asm volatile("lock cmpxchg16b %1"
               : "=@ccz"(replaced), "+m"(pair), "+a"(expected.tag), "+d"(expected.value)
               : "b"(desired.tag), "c"(desired.value)
               : "memory");
  return replaced;
#elif defined(__aarch64__) && defined(__ARM_FEATURE_ATOMICS)
  // The instruction needs register pairs that start with an even one.
  register std::uint64_t tag asm("x0") = expected.tag;
  register std::uint64_t value asm("x1") = expected.value;
  register std::uint64_t new_tag asm("x2") = desired.tag;
  register std::uint64_t new_value asm("x3") = desired.value;
  asm volatile("caspal %0, %1, %3, %4, %2"
               : "+r"(tag), "+r"(value), "+Q"(pair)
               : "r"(new_tag), "r"(new_value)
               : "memory");
  return tag == expected.tag && value == expected.value;
#elif defined(__aarch64__)
  // For every ARMv8. Only a successful store proves that both words were loaded in one step. A
  // differing word suffices for failure, since it was not the expected one when it was loaded.
  PairValue seen;
  std::uint32_t replaced = 0;
  // A signal between load and store makes the store fail. One asm block, because instructions of
  // the compiler between the two could make it fail every time.
  asm volatile(
      "0: ldaxp %0, %1, %3\n"
      "cmp %0, %4\n"
      "ccmp %1, %5, #0, eq\n"
      "b.ne 1f\n"
      "stlxp %w2, %6, %7, %3\n"
      "cbnz %w2, 0b\n"
      "1: cset %w2, eq"
      : "=&r"(seen.tag), "=&r"(seen.value), "=&r"(replaced), "+Q"(pair)
      : "r"(expected.tag), "r"(expected.value), "r"(desired.tag), "r"(desired.value)
      : "memory", "cc");
  return replaced != 0;
#elif defined(__s390x__)
  __extension__ using Words = unsigned __int128;  // the first word is the upper one
  const Words wanted = Words{expected.tag} << 64 | expected.value;
  Words seen = wanted;
  asm volatile("cdsg %0, %2, %1"
               : "+d"(seen), "+QS"(pair)
               : "d"(Words{desired.tag} << 64 | desired.value)
               : "memory", "cc");
  return seen == wanted;
#endif
}

#endif

}  // namespace mpit
