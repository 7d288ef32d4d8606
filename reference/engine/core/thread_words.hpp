// SPDX-License-Identifier: BSD-3-Clause
// Per-thread words: sums to which every thread adds without a locked instruction and which readers
// add up. Also the allocation of the process's words.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "reference/engine/core/clock.hpp"
#include "reference/engine/core/double_word.hpp"
#include "reference/engine/core/portable.hpp"

/// The words of one thread (or of an ended one) for all engines of the process, so that an update
/// need not know the engine. Mapped as a whole, committed page by page on first use. A thread that
/// ends leaves its block, including sums, to another thread: nothing is moved, so nothing can be
/// lost. Never freed. The name is C's, because mpit/component.h also declares the thread's block.
struct alignas(64) mpit_thread_block {
  std::atomic<std::uint64_t>& word(std::uintptr_t offset) noexcept {
    return *reinterpret_cast<std::atomic<std::uint64_t>*>(reinterpret_cast<std::byte*>(this) +
                                                          offset);
  }

  std::atomic<bool> owned{true};  // by a thread that adds here
  std::atomic<mpit_thread_block*> next{nullptr};
  /// The epoch since which the thread uses the objects of handles; 0: it does not. In the shared
  /// block: the number of such threads without a block. See visit.hpp. On a cache line of its own,
  /// since others read the rest all the time.
  alignas(64) std::atomic<std::uint64_t> visiting{0};
};

namespace mpit {

/// Allocates ranges of the indices 0 to capacity - 1, lowest first. Any thread; locks.
class WordSpace {
 public:
  using Ranges = std::map<std::uint32_t, std::uint32_t>;  // count by first index

  explicit WordSpace(std::uint32_t capacity) : free_{{0, capacity}} {}

  /// Throws std::bad_alloc if no range of this length is free.
  Ranges::node_type take(std::uint32_t count);
  /// Does not allocate.
  void give_back(Ranges::node_type range) noexcept;

 private:
  std::mutex mutex_;
  Ranges free_;  // never adjacent
};

namespace detail {

using ThreadBlock = ::mpit_thread_block;

/// The offset of a word in every block.
constexpr std::uintptr_t word_offset(std::uint32_t index) {
  return sizeof(ThreadBlock) + index * sizeof(std::uint64_t);
}

// This thread's block; null until its first add. A plain pointer, because GCC's null check of an
// atomic member call is wrong when the linker relaxes initial-exec TLS. Protected visibility: a
// program with a second engine must not share it.
#if defined(__GNUC__)
[[gnu::tls_model("initial-exec"), gnu::visibility("protected")]]
#endif
extern constinit thread_local ThreadBlock* current_block asm(
    "mpit_current_block");  // the name in mpit/component.h

inline ThreadBlock* get_current_block() noexcept {
  return __atomic_load_n(&current_block, __ATOMIC_RELAXED);
}

/// Adds to a word that only this thread writes. An add by a signal handler on this thread is never
/// lost.
inline void add_own(std::atomic<std::uint64_t>& word, std::uint64_t amount) noexcept {
#if MPIT_X86_UPDATES
  asm volatile("addq %1, %0" : "+m"(word) : "er"(amount) : "cc");
#else
  word.fetch_add(amount, std::memory_order_relaxed);
#endif
}

/// add_own() for a word that holds a double.
inline void add_own(std::atomic<std::uint64_t>& word, double amount) noexcept {
  std::uint64_t seen = word.load(std::memory_order_relaxed);
#if MPIT_X86_UPDATES
  bool done = false;
  do {  // NOLINT(bugprone-infinite-loop): the instruction sets `done`
    const auto sum = to_word(to_double(seen) + amount);
    asm volatile("cmpxchgq %3, %1" : "=@ccz"(done), "+m"(word), "+a"(seen) : "r"(sum));
  } while (!done);
#else
  while (!word.compare_exchange_weak(seen, to_word(to_double(seen) + amount),
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

/// The first of all blocks, updated with locked instructions. Null until the first ThreadWords
/// exists.
extern constinit ThreadBlock* shared_block;

}  // namespace detail

/// A thread's word of stretches of time. From the top: 54 bits of nanoseconds; the number of
/// running stretches, each of which has subtracted the time of its begin; the number of ending
/// ones. A running stretch counts in every reading, and readings never decrease: the first thread
/// that sees an ending stretch, even a reader, decides when it ended.
class TimeWord {
 public:
  explicit TimeWord(std::atomic<std::uint64_t>& word) noexcept : word_(word) {}

  /// Begin and end a stretch. Lock-free, signal-safe, any thread.
  void begin() noexcept {
    word_.fetch_add(one_running - nanoseconds(steady_nanoseconds()), std::memory_order_acq_rel);
  }
  void end() noexcept {
    word_.fetch_add(one_ending, std::memory_order_acq_rel);
    settle(word_.load(std::memory_order_acquire));
  }
  /// Nanoseconds up to now.
  std::int64_t read() noexcept;

  /// The value of a word without ending stretches at the time `now`.
  static constexpr std::int64_t at(std::uint64_t word, std::int64_t now) noexcept {
    const auto count = static_cast<std::uint64_t>(running(word));
    const std::uint64_t done = word - count * one_running + count * nanoseconds(now);
    return static_cast<std::int64_t>(done) >> time_shift;
  }
  /// A number of nanoseconds, shifted to its place in the word.
  static constexpr std::uint64_t nanoseconds(std::int64_t count) noexcept {
    return static_cast<std::uint64_t>(count) << time_shift;
  }

  static constexpr std::uint64_t one_ending = 1;  // up to 15
  static constexpr std::uint64_t one_running = 16;

 private:
  static constexpr unsigned time_shift = 10;

  static constexpr std::uint64_t ending(std::uint64_t word) noexcept { return word % one_running; }
  // Negative if more stretches ended than began.
  static constexpr std::int64_t running(std::uint64_t word) noexcept {
    return static_cast<std::int64_t>(word << (64 - time_shift)) >> (64 - time_shift + 4);
  }
  std::uint64_t settle(std::uint64_t word) noexcept;

  std::atomic<std::uint64_t>& word_;
};

/// Words for the sums of one engine. Each thread adds to words of its own; readers add up all
/// threads' words.
class ThreadWords {
 public:
  /// Words of a process. They cost address space (8 MiB per thread), and memory only when used.
  static constexpr std::uint32_t capacity = 1U << 20;

  ThreadWords();
  ~ThreadWords();
  ThreadWords(const ThreadWords&) = delete;
  ThreadWords& operator=(const ThreadWords&) = delete;

  /// Reserves `count` adjacent words with the sum 0. Throws std::bad_alloc when the capacity is
  /// used up. May lock.
  std::uint32_t reserve(std::uint32_t count);
  /// Returns words as they were reserved. No thread may add to them any more.
  void give_back(std::uint32_t index);

  /// A handle for adding to adjacent words, with everything that an update needs. Valid until the
  /// words are returned.
  class Adder {
   public:
    explicit Adder(std::uint32_t first) noexcept : offset_(detail::word_offset(first)) {}

    /// Adds (std::uint64_t or double) to this thread's word. Signal-safe; wait-free except for a
    /// thread's first add.
    template <class Amount>
    void add(Amount amount, std::uint32_t element = 0) const noexcept {
      if (detail::ThreadBlock* const block = detail::get_current_block()) [[likely]] {
        add_to(*block, amount, element);
      } else {
        detail::add_slowly(offset(element), amount);
      }
    }
    /// add() for a caller that has this thread's block already.
    template <class Amount>
    void add_to(detail::ThreadBlock& block, Amount amount,
                std::uint32_t element = 0) const noexcept {
      detail::add_own(block.word(offset(element)), amount);
    }

    /// This thread's word; without a block, the shared one, which needs locked instructions.
    /// Signal-safe.
    std::atomic<std::uint64_t>& word(std::uint32_t element) const noexcept {
      detail::ThreadBlock* block = detail::get_current_block();
      if (block == nullptr) [[unlikely]]
        block = detail::claim_block();
      return (block != nullptr ? block : detail::shared_block)->word(offset(element));
    }

    /// The offset of a word in a thread's block.
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
  /// The current sum of the threads' words of nanoseconds and of their TimeWords. Never decreases,
  /// provided that each stretch ends on the thread on which it began. Signal-safe, lock-free.
  std::uint64_t sum_of_times(std::uint32_t counted, std::uint32_t stretches) const noexcept;

 private:
  std::mutex mutex_;
  WordSpace::Ranges reserved_;
};

}  // namespace mpit
