// SPDX-License-Identifier: BSD-3-Clause
// Messages that threads send to their own process, each thread on a tag of its own, and how many.
#pragma once

#include <atomic>
#include <cstdint>

namespace mpitcheck::stress {

/// How many messages of all threads have begun, and how many are done.
struct Messages {
  std::atomic<std::uint64_t> begun{0}, done{0};
};

/// One thread's messages on MPI_COMM_SELF. MPI must be up, for several threads with
/// MPI_THREAD_MULTIPLE.
class Lane {
 public:
  Lane(Messages& messages, int thread) : messages_(messages), tag_(100 + thread) {}

  /// One message of 8 bytes; its receive is posted before it or after it. Throws
  /// std::runtime_error if it arrives damaged or a call fails.
  void exchange(bool receive_first);
  void exchange(int count) {
    for (int i = 0; i < count; ++i) exchange(i % 2 == 0);
  }
  [[nodiscard]] std::uint64_t sent() const { return sent_; }

 private:
  Messages& messages_;
  int tag_;
  std::uint64_t sent_ = 0;
};

}  // namespace mpitcheck::stress
