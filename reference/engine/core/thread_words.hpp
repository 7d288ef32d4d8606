// SPDX-License-Identifier: BSD-3-Clause
// Per-thread words: sums that every thread adds to without a locked instruction and that readers
// add up. Which of the process's words are taken.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "reference/engine/core/clock.hpp"
#include "reference/engine/core/portable.hpp"

/// The words of one thread (or of none any more), those of all engines of the process: so an update
/// need not ask whose words it has at hand. Mapped as a whole, committed page by page on first use.
/// A thread that ends leaves its block, sums included, to the next thread: nothing is moved, so
/// nothing can be lost. Never freed.
/// A name for C, whose mpit/component.h declares the thread's block too.
struct alignas(64) mpit_thread_block {
  std::atomic<std::uint64_t>& word(std::uintptr_t offset) noexcept {
    return *reinterpret_cast<std::atomic<std::uint64_t>*>(reinterpret_cast<std::byte*>(this) +
                                                          offset);
  }

  std::atomic<bool> owned{true};  // by a thread that adds here
  std::atomic<mpit_thread_block*> next{nullptr};
  /// Since which epoch the thread uses what handles stand for; 0: it does not. In the shared block:
  /// how many threads without a block do. See visit.hpp. Apart from what others read all the time.
  alignas(64) std::atomic<std::uint64_t> visiting{0};
};

namespace mpit {

/// Hands out ranges of the indices 0 to capacity - 1, the lowest first. Any thread; locks.
class WordSpace {
 public:
  using Ranges = std::map<std::uint32_t, std::uint32_t>;  // count by first

  explicit WordSpace(std::uint32_t capacity) : free_{{0, capacity}} {}

  /// Throws std::bad_alloc if no range of this length is free.
  Ranges::node_type take(std::uint32_t count);
  /// Needs no memory.
  void give_back(Ranges::node_type range) noexcept;

 private:
  std::mutex mutex_;
  Ranges free_;  // never adjacent
};

namespace detail {

using ThreadBlock = ::mpit_thread_block;

/// Where a word is in every block.
constexpr std::uintptr_t word_offset(std::uint32_t index) {
  return sizeof(ThreadBlock) + index * sizeof(std::uint64_t);
}

// This thread's block; null until its first add. A bare pointer because GCC's null check of an
// atomic member call goes wrong when the linker relaxes initial-exec TLS. Protected: a program that
// links a second engine must not share it.
#if defined(__GNUC__)
[[gnu::tls_model("initial-exec"), gnu::visibility("protected")]]
#endif
extern constinit thread_local ThreadBlock* current_block asm(
    "mpit_current_block");  // so called in mpit/component.h

inline ThreadBlock* get_current_block() noexcept {
  return __atomic_load_n(&current_block, __ATOMIC_RELAXED);
}

/// Adds to a word that only this thread writes. A signal handler on this thread that adds too is
/// never lost.
inline void add_own(std::atomic<std::uint64_t>& word, std::uint64_t amount) noexcept {
#if MPIT_X86_UPDATES
  asm volatile("addq %1, %0" : "+m"(word) : "er"(amount) : "cc");
#else
  word.fetch_add(amount, std::memory_order_relaxed);
#endif
}

/// The same for a word that holds a double.
inline void add_own(std::atomic<std::uint64_t>& word, double amount) noexcept {
  std::uint64_t seen = word.load(std::memory_order_relaxed);
#if MPIT_X86_UPDATES
  bool done = false;
  do {  // NOLINT(bugprone-infinite-loop): the instruction sets `done`
    const auto sum = std::bit_cast<std::uint64_t>(std::bit_cast<double>(seen) + amount);
    asm volatile("cmpxchgq %3, %1" : "=@ccz"(done), "+m"(word), "+a"(seen) : "r"(sum));
  } while (!done);
#else
  while (!word.compare_exchange_weak(
      seen, std::bit_cast<std::uint64_t>(std::bit_cast<double>(seen) + amount),
      std::memory_order_relaxed)) {
  }
#endif
}

/// A thread's first add. Signal-safe; never fails: without memory for a block of its own the thread
/// adds to the shared one.
template <class Amount>
[[gnu::cold, gnu::noinline]] void add_slowly(std::uintptr_t offset, Amount amount) noexcept;

/// Gives this thread a block; null without memory. Signal-safe.
[[gnu::cold]] ThreadBlock* claim_block() noexcept;

/// The first of all blocks, updated with locked instructions. Null until the first ThreadWords is
/// made.
extern constinit ThreadBlock* shared_block;

}  // namespace detail

/// A thread's word of stretches of time. From the top: nanoseconds, 54 bits; how many stretches go
/// on, each of which has taken away the moment of its begin; how many of them are ending. What goes
/// on counts in every reading, and no reading is above a later one: whoever sees a stretch that is
/// ending, be it a reader, decides at which moment it ended.
class TimeWord {
 public:
  explicit TimeWord(std::atomic<std::uint64_t>& word) noexcept : word_(word) {}

  /// Lock-free, signal-safe, any thread.
  void begin() noexcept {
    word_.fetch_add(one_running - nanoseconds(steady_nanoseconds()), std::memory_order_acq_rel);
  }
  void end() noexcept {
    word_.fetch_add(one_ending, std::memory_order_acq_rel);
    settle(word_.load(std::memory_order_acquire));
  }
  /// Nanoseconds up to now.
  std::int64_t read() noexcept;

  /// What a word without ending stretches says at the moment `now`.
  static constexpr std::int64_t at(std::uint64_t word, std::int64_t now) noexcept {
    const auto count = static_cast<std::uint64_t>(running(word));
    const std::uint64_t done = word - count * one_running + count * nanoseconds(now);
    return static_cast<std::int64_t>(done) >> time_shift;
  }
  static constexpr std::uint64_t nanoseconds(std::int64_t count) noexcept {
    return static_cast<std::uint64_t>(count) << time_shift;
  }

  static constexpr std::uint64_t one_ending = 1;  // up to 15
  static constexpr std::uint64_t one_running = 16;

 private:
  static constexpr unsigned time_shift = 10;

  static constexpr std::uint64_t ending(std::uint64_t word) noexcept { return word % one_running; }
  // Negative where more ended than began.
  static constexpr std::int64_t running(std::uint64_t word) noexcept {
    return static_cast<std::int64_t>(word << (64 - time_shift)) >> (64 - time_shift + 4);
  }
  std::uint64_t settle(std::uint64_t word) noexcept;

  std::atomic<std::uint64_t>& word_;
};

/// Words for the sums of one engine. Threads add to words of their own, readers add up all threads'
/// words.
class ThreadWords {
 public:
  /// Words of a process. Costs address space only (8 MiB per thread), memory as used.
  static constexpr std::uint32_t capacity = 1U << 20;

  ThreadWords();
  ~ThreadWords();
  ThreadWords(const ThreadWords&) = delete;
  ThreadWords& operator=(const ThreadWords&) = delete;

  /// Reserves `count` adjacent words with the sum 0. Throws std::bad_alloc when the capacity is
  /// used up. May lock.
  std::uint32_t reserve(std::uint32_t count);
  /// Gives words back, as they were reserved. Nobody may add to them any more.
  void give_back(std::uint32_t index);

  /// Adjacent words as those see them who add: all that an update needs, without a detour. Valid
  /// until the words are given back.
  class Adder {
   public:
    explicit Adder(std::uint32_t first) noexcept : offset_(detail::word_offset(first)) {}

    /// Adds (std::uint64_t or double) to this thread's word. Signal-safe, wait-free but for a
    /// thread's first add.
    template <class Amount>
    void add(Amount amount, std::uint32_t element = 0) const noexcept {
      if (detail::ThreadBlock* const block = detail::get_current_block()) [[likely]] {
        add_to(*block, amount, element);
      } else {
        detail::add_slowly(offset(element), amount);
      }
    }
    /// The same where the caller has this thread's block at hand.
    template <class Amount>
    void add_to(detail::ThreadBlock& block, Amount amount,
                std::uint32_t element = 0) const noexcept {
      detail::add_own(block.word(offset(element)), amount);
    }

    /// This thread's word; the shared one if it has none: for locked instructions only.
    /// Signal-safe.
    std::atomic<std::uint64_t>& word(std::uint32_t element) const noexcept {
      detail::ThreadBlock* block = detail::get_current_block();
      if (block == nullptr) [[unlikely]]
        block = detail::claim_block();
      return (block != nullptr ? block : detail::shared_block)->word(offset(element));
    }

    /// Where a word is in a thread's block.
    std::uintptr_t offset(std::uint32_t element = 0) const noexcept {
      return offset_ + element * sizeof(std::uint64_t);
    }

   private:
    std::uintptr_t offset_;
  };

  Adder adder(std::uint32_t first) const noexcept { return Adder(first); }

  /// The sum over all threads, modulo 2^64. Signal-safe, lock-free.
  std::uint64_t sum(std::uint32_t index) const noexcept {
    const std::uintptr_t offset = detail::word_offset(index);
    std::uint64_t sum = 0;
    for (auto* block = detail::shared_block; block != nullptr;
         block = block->next.load(std::memory_order_acquire)) {
      sum += block->word(offset).load(std::memory_order_acquire);
    }
    return sum;
  }
  /// The sum of words that hold doubles.
  double sum_of_doubles(std::uint32_t index) const noexcept;
  /// The sum of the threads' words of nanoseconds and of their TimeWords, now. Never falls as long
  /// as each stretch ends on the thread that it began on. Signal-safe, lock-free.
  std::uint64_t sum_of_times(std::uint32_t counted, std::uint32_t stretches) const noexcept;

 private:
  std::mutex mutex_;
  WordSpace::Ranges reserved_;
};

}  // namespace mpit
