// SPDX-License-Identifier: BSD-3-Clause
// Blocks of per-thread words: claimed on a thread's first add, left to the next thread when it
// ends.
#include "engine/thread_words.hpp"

#include <pthread.h>
#include <sys/mman.h>

#include <cerrno>
#include <new>
#include <system_error>

namespace mpit {

namespace detail {

namespace {

constexpr std::size_t block_bytes =
    sizeof(ThreadBlock) + ThreadWords::capacity * sizeof(std::uint64_t);

// What current_block points to until the thread owns a block.
constinit ThreadBlock no_block{nullptr, &no_block};

// The blocks that this thread owns, of all pools. Its address is the thread's token.
constinit thread_local std::atomic<ThreadBlock*> own_blocks{nullptr};

void set_current_block(ThreadBlock* block) noexcept {
  __atomic_store_n(&current_block, block, __ATOMIC_RELAXED);
}

ThreadBlock* map_block(const WordPool* pool, const void* owner) noexcept {
  void* const memory = mmap(nullptr, block_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, block_bytes, MADV_NOHUGEPAGE);  // a few words must not cost two megabytes
  return new (memory) ThreadBlock(pool, owner);   // the words behind it are zero already
}

void push_own(ThreadBlock* block) noexcept {
  ThreadBlock* head = own_blocks.load(std::memory_order_relaxed);
  do {
    block->next_of_thread.store(head, std::memory_order_relaxed);
  } while (!own_blocks.compare_exchange_weak(head, block, std::memory_order_relaxed));
}

// Gives up this thread's blocks: all of them, or those of abandoned pools.
void give_up_blocks(bool all) noexcept {
  set_current_block(&no_block);
  ThreadBlock* block = own_blocks.exchange(nullptr, std::memory_order_relaxed);
  while (block != nullptr) {
    ThreadBlock* const next = block->next_of_thread.load(std::memory_order_relaxed);
    const WordPool* const pool = block->pool;
    if (all || pool->abandoned()) {
      block->owner.store(nullptr, std::memory_order_release);
      pool->release();
    } else {
      push_own(block);
    }
    block = next;
  }
}

// The hook for thread exit. A pthread key because, unlike a thread_local destructor, setting it in
// a signal handler allocates nothing for the first keys of a process. It runs again if a later
// destructor adds once more.
pthread_key_t thread_exit_key() {
  struct Key {
    Key() {
      const int error = pthread_key_create(&key, [](void*) { give_up_blocks(true); });
      if (error != 0) throw std::system_error(error, std::generic_category(), "pthread_key_create");
    }
    ~Key() { pthread_key_delete(key); }
    pthread_key_t key{};
  };
  static Key key;
  return key.key;
}

}  // namespace

constinit thread_local ThreadBlock* current_block = &no_block;

WordPool::WordPool() : first_(map_block(this, this)) {
  if (first_ == nullptr) throw std::bad_alloc();
  thread_exit_key();
}

WordPool::~WordPool() {
  ThreadBlock* block = first_;
  while (block != nullptr) {
    ThreadBlock* const next = block->next.load(std::memory_order_relaxed);
    munmap(block, block_bytes);
    block = next;
  }
}

void WordPool::release() const noexcept {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

void WordPool::abandon() noexcept {
  abandoned_.store(true, std::memory_order_release);
  release();
  give_up_blocks(false);
}

ThreadBlock* WordPool::claim() noexcept {
  const void* const me = &own_blocks;
  ThreadBlock* last = first_;
  for (ThreadBlock* block = first_; block != nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    if (block->owner.load(std::memory_order_relaxed) == me) return block;
    last = block;
  }
  retain();
  ThreadBlock* mine = nullptr;
  for (ThreadBlock* block = first_; block != nullptr && mine == nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    const void* nobody = nullptr;
    if (block->owner.compare_exchange_strong(nobody, me, std::memory_order_acquire)) mine = block;
  }
  if (mine == nullptr) {
    mine = map_block(this, me);
    if (mine == nullptr) {
      release();
      return nullptr;
    }
    // At the end: a sum of doubles that only gets new terms behind the old ones never falls.
    ThreadBlock* next = nullptr;
    while (!last->next.compare_exchange_strong(next, mine, std::memory_order_acq_rel)) {
      last = next;
      next = nullptr;
    }
  }
  // A handler that interrupted this may have claimed another block; both are then this thread's.
  push_own(mine);
  pthread_setspecific(thread_exit_key(), &own_blocks);
  return mine;
}

template <class Amount>
void WordPool::add_slowly(std::uint32_t index, Amount amount) noexcept {
  const int saved_errno = errno;
  if (ThreadBlock* const block = claim(); block != nullptr) {
    set_current_block(block);
    add_own(block->word(index), amount);
  } else {
    std::atomic<std::uint64_t>& shared = first_->word(index);
    std::uint64_t seen = shared.load(std::memory_order_relaxed);
    std::uint64_t sum = 0;
    do {
      if constexpr (std::is_same_v<Amount, double>) {
        sum = std::bit_cast<std::uint64_t>(std::bit_cast<double>(seen) + amount);
      } else {
        sum = seen + amount;
      }
    } while (!shared.compare_exchange_weak(seen, sum, std::memory_order_relaxed));
  }
  errno = saved_errno;
}

template void WordPool::add_slowly(std::uint32_t, std::uint64_t) noexcept;
template void WordPool::add_slowly(std::uint32_t, double) noexcept;

}  // namespace detail

ThreadWords::ThreadWords() : pool_(new detail::WordPool()) {}

ThreadWords::~ThreadWords() { pool_->abandon(); }

std::uint32_t ThreadWords::reserve(std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  auto& reusable = free_[count];
  if (!reusable.empty()) {
    const std::uint32_t index = reusable.back();
    reusable.pop_back();
    for (auto* block = pool_->first(); block != nullptr;
         block = block->next.load(std::memory_order_acquire)) {
      for (std::uint32_t i = 0; i != count; ++i) {
        block->word(index + i).store(0, std::memory_order_relaxed);
      }
    }
    return index;
  }
  if (count > capacity - used_) throw std::bad_alloc();
  used_ += count;
  return used_ - count;
}

void ThreadWords::give_back(std::uint32_t index, std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  free_[count].push_back(index);
}

std::uint64_t ThreadWords::sum(std::uint32_t index) const noexcept {
  std::uint64_t sum = 0;
  for (auto* block = pool_->first(); block != nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    sum += block->word(index).load(std::memory_order_relaxed);
  }
  return sum;
}

double ThreadWords::sum_of_doubles(std::uint32_t index) const noexcept {
  double sum = 0;
  for (auto* block = pool_->first(); block != nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    sum += std::bit_cast<double>(block->word(index).load(std::memory_order_relaxed));
  }
  return sum;
}

}  // namespace mpit
