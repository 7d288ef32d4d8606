// SPDX-License-Identifier: BSD-3-Clause
// Per-thread words: sums that every thread adds to without a locked instruction and that readers
// add up.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#if defined(__x86_64__) && !defined(MPIT_PORTABLE)
#define MPIT_UNLOCKED_UPDATES 1
#else
#define MPIT_UNLOCKED_UPDATES 0
#endif

namespace mpit {

namespace detail {

class WordPool;

/// The words of one thread (or of none any more) in one pool. Mapped as a whole, committed page by
/// page on first use. A thread that ends leaves its block, sums included, to the next thread:
/// nothing is moved, so nothing can be lost.
struct alignas(64) ThreadBlock {
  constexpr ThreadBlock(const WordPool* of_pool, const void* of_thread) noexcept
      : pool(of_pool), owner(of_thread) {}

  std::atomic<std::uint64_t>& word(std::uint32_t index) noexcept {
    return reinterpret_cast<std::atomic<std::uint64_t>*>(this + 1)[index];
  }

  const WordPool* const pool;
  std::atomic<const void*> owner;  // token of the thread that adds here; null: free
  std::atomic<ThreadBlock*> next{nullptr};
  std::atomic<ThreadBlock*> next_of_thread{nullptr};
};

// The block that this thread used last; never null. Its pool may be another engine's: callers
// compare. A bare pointer because GCC's null check of an atomic member call goes wrong when the
// linker relaxes initial-exec TLS.
#if defined(__GNUC__)
[[gnu::tls_model("initial-exec")]]
#endif
extern constinit thread_local ThreadBlock* current_block;

inline ThreadBlock* get_current_block() noexcept {
  return __atomic_load_n(&current_block, __ATOMIC_RELAXED);
}

/// Adds to a word that only this thread writes. A signal handler on this thread that adds too is
/// never lost.
inline void add_own(std::atomic<std::uint64_t>& word, std::uint64_t amount) noexcept {
#if MPIT_UNLOCKED_UPDATES
  asm volatile("addq %1, %0" : "+m"(word) : "er"(amount) : "cc");
#else
  word.fetch_add(amount, std::memory_order_relaxed);
#endif
}

/// The same for a word that holds a double.
inline void add_own(std::atomic<std::uint64_t>& word, double amount) noexcept {
  std::uint64_t seen = word.load(std::memory_order_relaxed);
#if MPIT_UNLOCKED_UPDATES
  bool done = false;
  do {
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

/// All blocks of one ThreadWords. Lives until the last thread that owns a block of it has ended or
/// moved on, so that its address identifies it.
class WordPool {
 public:
  WordPool();
  WordPool(const WordPool&) = delete;
  WordPool& operator=(const WordPool&) = delete;

  /// First add of this thread to this pool, or first after it used another pool. Signal-safe; never
  /// fails: without memory for a block of its own the thread adds to the shared one.
  template <class Amount>
  void add_slowly(std::uint32_t index, Amount amount) noexcept;

  ThreadBlock* first() const noexcept { return first_; }
  void retain() const noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept;
  void abandon() noexcept;
  bool abandoned() const noexcept { return abandoned_.load(std::memory_order_acquire); }

 private:
  ~WordPool();
  ThreadBlock* claim() noexcept;

  mutable std::atomic<std::uint64_t> references_{1};
  std::atomic<bool> abandoned_{false};
  ThreadBlock* const first_;  // the shared block, updated with locked instructions
};

}  // namespace detail

/// Words for sums. Threads add to words of their own, readers add up all threads' words.
class ThreadWords {
 public:
  /// Words that one pool can hand out. Costs address space only (8 MiB per thread), memory as used.
  static constexpr std::uint32_t capacity = 1U << 20;

  ThreadWords();
  ~ThreadWords();
  ThreadWords(const ThreadWords&) = delete;
  ThreadWords& operator=(const ThreadWords&) = delete;

  /// Reserves `count` adjacent words with the sum 0. Throws std::bad_alloc when the capacity is
  /// used up. May lock.
  std::uint32_t reserve(std::uint32_t count);
  /// Gives words back. Nobody may add to them any more.
  void give_back(std::uint32_t index, std::uint32_t count);

  /// Adjacent words as those see them who add: all that an update needs, without a detour. Valid as
  /// long as the pool.
  class Adder {
   public:
    Adder(detail::WordPool* pool, std::uint32_t first) noexcept : pool_(pool), first_(first) {}

    /// Adds (std::uint64_t or double) to this thread's word. Signal-safe, wait-free but for a
    /// thread's first add.
    template <class Amount>
    void add(Amount amount, std::uint32_t offset = 0) const noexcept {
      detail::ThreadBlock* const block = detail::get_current_block();
      if (block->pool == pool_) [[likely]] {
        detail::add_own(block->word(first_ + offset), amount);
      } else {
        pool_->add_slowly(first_ + offset, amount);
      }
    }

   private:
    detail::WordPool* pool_;
    std::uint32_t first_;
  };

  Adder adder(std::uint32_t first) const noexcept { return {pool_, first}; }

  /// The sum over all threads, modulo 2^64. Signal-safe, lock-free.
  std::uint64_t sum(std::uint32_t index) const noexcept;
  /// The sum of words that hold doubles.
  double sum_of_doubles(std::uint32_t index) const noexcept;

 private:
  detail::WordPool* const pool_;
  std::mutex mutex_;
  std::uint32_t used_ = 0;
  std::map<std::uint32_t, std::vector<std::uint32_t>> free_;  // by count
};

}  // namespace mpit
