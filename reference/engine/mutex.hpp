// SPDX-License-Identifier: BSD-3-Clause
// A mutex that costs next to nothing until there is a second thread.
#pragma once

#include <sys/single_threaded.h>

#include <mutex>

namespace mpit {

/// Whoever holds it never starts a thread, so a holder who was alone still is when it unlocks.
class Mutex {
 public:
  void lock() {
    if (__libc_single_threaded) {
      taken_alone_ = true;
    } else {
      mutex_.lock();
    }
  }
  void unlock() {
    if (taken_alone_) {
      taken_alone_ = false;
    } else {
      mutex_.unlock();
    }
  }

 private:
  std::mutex mutex_;
  bool taken_alone_ = false;  // read by those who hold the lock
};

using Lock = std::unique_lock<Mutex>;

}  // namespace mpit
