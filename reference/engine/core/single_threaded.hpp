// SPDX-License-Identifier: BSD-3-Clause
// What costs next to nothing until there is a second thread: a lock, and a store in the order of
// all.
#pragma once

#if __has_include(<sys/single_threaded.h>)  // since glibc 2.32
#include <sys/single_threaded.h>
#else
inline constexpr bool __libc_single_threaded = false;
#endif

#include <atomic>
#include <cassert>
#include <mutex>

namespace mpit {

/// Whether nobody but signal handlers of this thread can look on.
inline bool single_threaded() noexcept { return __libc_single_threaded; }

/// A seq_cst store, without its locked instruction where only signal handlers can look on: they see
/// this thread's stores and loads in their order.
template <class T>
void store_in_order(std::atomic<T>& to, T value) noexcept {
  if (single_threaded()) {
    to.store(value, std::memory_order_release);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  } else {
    to.store(value, std::memory_order_seq_cst);
  }
}

/// A holder never starts a thread, nor calls what may: a holder that was single-threaded still is
/// when it unlocks.
class Mutex {
 public:
  // Left to itself the compiler calls these two in large units: a nested initialization then costs
  // 1.4 times as much.
  [[gnu::always_inline]] void lock() {
    if (single_threaded()) {
      taken_single_threaded_ = true;
    } else {
      mutex_.lock();
    }
  }
  [[gnu::always_inline]] void unlock() {
    if (taken_single_threaded_) {
      assert(single_threaded());
      taken_single_threaded_ = false;
    } else {
      mutex_.unlock();
    }
  }

 private:
  std::mutex mutex_;
  bool taken_single_threaded_ = false;  // read by those who hold the lock
};

using Lock = std::unique_lock<Mutex>;

}  // namespace mpit
