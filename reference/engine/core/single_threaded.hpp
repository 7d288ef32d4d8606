// SPDX-License-Identifier: BSD-3-Clause
// Primitives that are almost free before a second thread exists: a lock, and a sequentially
// consistent store.
#pragma once

#if __has_include(<sys/single_threaded.h>)  // since glibc 2.32
#include <sys/single_threaded.h>
#else
inline constexpr bool __libc_single_threaded = false;
#endif

#include <atomic>
#include <cassert>
#include <mutex>

#include "reference/engine/core/thread_safety.hpp"

namespace mpit {

/// Whether the process has one thread, so that only signal handlers can observe its stores.
inline bool single_threaded() noexcept { return __libc_single_threaded; }

/// A seq_cst store. Avoids the locked instruction if only signal handlers can observe it, since
/// they see this thread's stores and loads in program order.
template <class T>
void store_in_order(std::atomic<T>& to, T value) noexcept {
  if (single_threaded()) {
    to.store(value, std::memory_order_release);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  } else {
    to.store(value, std::memory_order_seq_cst);
  }
}

/// A mutex without atomic instructions while the process has one thread. A holder must not start a
/// thread, nor call code that may, so that a process is single-threaded at both ends of a section
/// or at neither.
class MPIT_CAPABILITY("mutex") Mutex {
 public:
  // Forced, because the compiler does not inline these two in large units, which makes a nested
  // initialization noticeably slower.
  [[gnu::always_inline]] void lock() MPIT_ACQUIRE() {
    if (single_threaded()) {
      taken_single_threaded_ = true;
    } else {
      mutex_.lock();
    }
  }
  [[gnu::always_inline]] void unlock() MPIT_RELEASE() {
    if (taken_single_threaded_) {
      assert(single_threaded());
      taken_single_threaded_ = false;
    } else {
      mutex_.unlock();
    }
  }
  /// For a section in a process with one thread, which needs no lock.
  void assume_alone() const MPIT_ASSERT_HELD(this) {}

 private:
  std::mutex mutex_;
  bool taken_single_threaded_ = false;  // accessed by lock holders only
};

/// Holds a mutex during its lifetime, except from unlock() to lock().
class MPIT_SCOPED_CAPABILITY Lock {
 public:
  [[gnu::always_inline]] explicit Lock(Mutex& mutex) MPIT_ACQUIRE(mutex) : mutex_(mutex) {
    mutex_.lock();
  }
  [[gnu::always_inline]] ~Lock() MPIT_RELEASE() {
    if (holds_) mutex_.unlock();
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void lock() MPIT_ACQUIRE() {
    mutex_.lock();
    holds_ = true;
  }
  void unlock() MPIT_RELEASE() {
    holds_ = false;
    mutex_.unlock();
  }

 private:
  Mutex& mutex_;
  bool holds_ = true;
};

}  // namespace mpit
