// SPDX-License-Identifier: BSD-3-Clause
// One thread of a stress test: its random numbers, its counts of calls and messages, the failed
// calls, and its messages to its own process, which have a tag of their own.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <random>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/test.hpp"
#include "stress/control/control.hpp"
#include "stress/control/sheltered.hpp"

namespace mpitcheck::stress {

/// How many messages of all threads have begun, and how many are done.
struct Messages {
  std::atomic<std::uint64_t> begun{0}, done{0};
};

/// One thread's messages on MPI_COMM_SELF. MPI must be up, for several threads with
/// MPI_THREAD_MULTIPLE.
class SelfMessages {
 public:
  SelfMessages(Messages& messages, int thread) : messages_(messages), tag_(100 + thread) {}

  /// One message of 8 bytes, whose receive is posted before or after it. Throws std::runtime_error
  /// if it arrives damaged or a call fails.
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

/// A call that did not succeed.
struct FailedCall {
  const char* function;
  int code;
  /// For Test::check: the call succeeded.
  [[nodiscard]] auto as_expected() const { return is_code(code, {MPI_SUCCESS}).of(function); }
  [[nodiscard]] bool is_among(const std::vector<FailedCall>& others) const;
  [[nodiscard]] bool is_out_of_reach() const {
    return is_not_accessible(code) && may_be_out_of_reach(function);
  }
};

class Worker {
 public:
  Worker(Messages& messages, const Control& control, int thread);

  /// Counts a call; true if it succeeded. Keeps a few distinct failures.
  bool did(const char* function, int code) {
    ++operations_;
    if (code == MPI_SUCCESS) return true;
    note(function, code);
    return false;
  }

  /// A random number below `limit`.
  unsigned roll(unsigned limit) { return static_cast<unsigned>(random_()) % limit; }

  [[nodiscard]] SelfMessages& messages_to_self() { return messages_to_self_; }
  [[nodiscard]] std::uint64_t operations() const { return operations_; }

 private:
  friend class Workers;
  void note(const char* function, int code);

  SelfMessages messages_to_self_;
  std::minstd_rand random_;
  std::uint64_t operations_ = 0;
  std::vector<FailedCall> failures_;
};

/// All threads of a test.
class Workers {
 public:
  explicit Workers(const Control& control);

  [[nodiscard]] Worker& operator[](int thread) {
    return workers_[static_cast<std::size_t>(thread)];
  }
  [[nodiscard]] Messages& messages() { return messages_; }
  [[nodiscard]] int size() const { return static_cast<int>(workers_.size()); }

  /// The result of a race in a child: operations, and failures().
  [[nodiscard]] RaceResult result() const;

  /// Failures, except for a lack of room and inaccessible objects.
  [[nodiscard]] std::vector<FailedCall> failures() const;

  /// Checks that every call succeeded, lacked room, or is one of `others`, which also fail in a
  /// single thread. Call it once, at the end: it reports the figures too.
  void judge_codes(Test& t, Clause clause, const std::vector<FailedCall>& others = {});

 private:
  Messages messages_;
  std::deque<Worker> workers_;
};

}  // namespace mpitcheck::stress
