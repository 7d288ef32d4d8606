// SPDX-License-Identifier: BSD-3-Clause
// Blocks of per-thread words. Ranges are allocated first fit, and adjacent free ranges are joined.
// A thread claims a block on its first add, and returns it at its end for another thread.
#include "reference/engine/core/thread_words.hpp"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <mutex>
#include <new>
#include <utility>

namespace mpit {

WordSpace::Ranges::node_type WordSpace::take(std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(free_.begin(), free_.end(),
                                  [&](const auto& range) { return range.second >= count; });
  if (found == free_.end()) throw std::bad_alloc();
  if (found->second == count) return free_.extract(found);
  Ranges taken;
  auto made = taken.extract(taken.emplace(found->first, count).first);
  auto rest = free_.extract(found);
  rest.key() += count;
  rest.mapped() -= count;
  free_.insert(std::move(rest));
  return made;
}

void WordSpace::give_back(Ranges::node_type given) noexcept {
  const std::lock_guard lock(mutex_);
  const auto range = free_.insert(std::move(given)).position;
  if (const auto next = std::next(range);
      next != free_.end() && range->first + range->second == next->first) {
    range->second += next->second;
    free_.erase(next);
  }
  if (range == free_.begin()) return;
  if (const auto before = std::prev(range); before->first + before->second == range->first) {
    before->second += range->second;
    free_.erase(range);
  }
}

namespace detail {

namespace {

constexpr std::size_t block_bytes = word_offset(ThreadWords::capacity);

ThreadBlock* map_block() noexcept {
  void* const memory = mmap(nullptr, block_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, block_bytes, MADV_NOHUGEPAGE);  // a few words must not cost a huge page
  return new (memory) ThreadBlock;                // the words behind it are zero already
}

void give_up(ThreadBlock* block) noexcept {
  block->visiting.store(0, std::memory_order_release);  // ends a visit that was left open
  block->owned.store(false, std::memory_order_release);
}

// The hook for thread exit. A pthread key, because setting it in a signal handler does not allocate
// for the first keys of a process, unlike a thread_local destructor. Threads may outlive main(), so
// the key is never deleted and the library never unloaded (binding/CMakeLists.txt).
pthread_key_t thread_exit_key() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    const int error = pthread_key_create(&made, [](void*) {
      give_up(__atomic_exchange_n(&current_block, nullptr, __ATOMIC_RELAXED));
    });
    if (error != 0) throw std::bad_alloc();
    return made;
  }();
  return key;
}

// A block that another thread left, or a new one; null without memory.
ThreadBlock* claim() noexcept {
  ThreadBlock* last = nullptr;
  for (ThreadBlock* block = shared_block; block != nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    if (!block->owned.load(std::memory_order_relaxed) &&
        !block->owned.exchange(true, std::memory_order_acquire)) {
      return block;
    }
    last = block;
  }
  ThreadBlock* const mine = map_block();
  if (mine == nullptr) return nullptr;
  // At the end of the list: a sum of doubles whose new terms come last never decreases.
  ThreadBlock* next = nullptr;
  while (!last->next.compare_exchange_strong(next, mine, std::memory_order_acq_rel)) {
    last = next;
    next = nullptr;
  }
  return mine;
}

// Never destroyed, since engines may end at any time.
WordSpace& word_space() {
  static WordSpace& space = *new WordSpace(ThreadWords::capacity);
  return space;
}

void make_shared_block() {
  static std::once_flag made;
  std::call_once(made, [] {
    thread_exit_key();
    shared_block = map_block();
    if (shared_block == nullptr) throw std::bad_alloc();
  });
}

}  // namespace

constinit thread_local ThreadBlock* current_block = nullptr;
constinit ThreadBlock* shared_block = nullptr;

ThreadBlock* claim_block() noexcept {
  const int saved_errno = errno;
  ThreadBlock* const mine = claim();
  errno = saved_errno;
  if (mine == nullptr) return nullptr;
  // A handler that interrupted this may have claimed another block, which is then the thread's.
  ThreadBlock* present = nullptr;
  if (!__atomic_compare_exchange_n(&current_block, &present, mine, false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED)) {
    give_up(mine);
    return present;
  }
  if (pthread_setspecific(thread_exit_key(), mine) == 0) return mine;
  // The end of the thread would go unnoticed, so the thread gives the block up before another one
  // uses it.
  __atomic_store_n(&current_block, nullptr, __ATOMIC_RELAXED);
  give_up(mine);
  return nullptr;
}

template <class Amount>
void add_slowly(std::uintptr_t offset, Amount amount) noexcept {
  if (ThreadBlock* const block = claim_block(); block != nullptr) {
    add_own(block->word(offset), amount);
  } else {
    std::atomic<std::uint64_t>& shared = shared_block->word(offset);
    std::uint64_t seen = shared.load(std::memory_order_relaxed);
    std::uint64_t sum = 0;
    do {
      if constexpr (std::is_same_v<Amount, double>) {
        sum = to_word(to_double(seen) + amount);
      } else {
        sum = seen + amount;
      }
    } while (!shared.compare_exchange_weak(seen, sum, std::memory_order_relaxed));
  }
}

template void add_slowly(std::uintptr_t, std::uint64_t) noexcept;
template void add_slowly(std::uintptr_t, double) noexcept;

}  // namespace detail

ThreadWords::ThreadWords() { detail::make_shared_block(); }

ThreadWords::~ThreadWords() {
  while (!reserved_.empty()) {
    detail::word_space().give_back(reserved_.extract(reserved_.begin()));
  }
}

std::uint32_t ThreadWords::reserve(std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  const std::uint32_t first = reserved_.insert(detail::word_space().take(count)).position->first;
  for (auto* block = detail::shared_block; block != nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    for (std::uint32_t i = first; i != first + count; ++i) {
      // Words that were never written stay unwritten, and use no memory.
      auto& word = block->word(detail::word_offset(i));
      if (word.load(std::memory_order_relaxed) != 0) word.store(0, std::memory_order_relaxed);
    }
  }
  return first;
}

void ThreadWords::give_back(std::uint32_t index) {
  const std::lock_guard lock(mutex_);
  detail::word_space().give_back(reserved_.extract(index));
}

double ThreadWords::sum_of_doubles(std::uint32_t index) const noexcept {
  const std::uintptr_t offset = detail::word_offset(index);
  double sum = 0;
  for (auto* block = detail::shared_block; block != nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    sum += to_double(block->word(offset).load(std::memory_order_acquire));
  }
  return sum;
}

std::uint64_t ThreadWords::sum_of_times(std::uint32_t counted,
                                        std::uint32_t stretches) const noexcept {
  const std::uintptr_t counted_at = detail::word_offset(counted);
  const std::uintptr_t stretches_at = detail::word_offset(stretches);
  std::uint64_t sum = 0;
  for (auto* block = detail::shared_block; block != nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    sum += block->word(counted_at).load(std::memory_order_acquire);
    sum += static_cast<std::uint64_t>(TimeWord(block->word(stretches_at)).read());
  }
  return sum;
}

std::int64_t TimeWord::read() noexcept {
  std::uint64_t word = word_.load(std::memory_order_acquire);
  for (;;) {
    if (ending(word) != 0) word = settle(word);
    if (running(word) == 0) return at(word, 0);
    const std::int64_t now = steady_nanoseconds_before_loads();
    const std::uint64_t before = word;
    word = word_.load(std::memory_order_acquire);
    // Thus no stretch that is counted as running began to end before `now`.
    if (word == before) return at(word, now);
  }
}

// Ends the stretches that are ending. Returns a word without any.
std::uint64_t TimeWord::settle(std::uint64_t word) noexcept {
  while (const std::uint64_t count = ending(word)) {
    const std::uint64_t each = nanoseconds(steady_nanoseconds()) - one_running - one_ending;
    const std::uint64_t ended = word + count * each;
    if (word_.compare_exchange_strong(word, ended, std::memory_order_acq_rel)) return ended;
  }
  return word;
}

}  // namespace mpit
