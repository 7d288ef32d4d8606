// SPDX-License-Identifier: BSD-3-Clause
// Threads that do something at the same moment, again and again.
#pragma once

#include <sched.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

namespace mpit {

/// A gate that opens once so many threads have come to it. Who waits spins, so that all leave
/// within nanoseconds, and lets others run if that takes long.
class Gate {
 public:
  explicit Gate(std::size_t threads) : threads_(threads) {}

  void pass() {
    const std::size_t round = round_.load();
    if (++waiting_ == threads_) {
      waiting_ = 0;
      ++round_;
      return;
    }
    for (int spins = 0; round_.load(std::memory_order_acquire) == round; ++spins) {
      if (spins > 100) std::this_thread::yield();
    }
  }

 private:
  const std::size_t threads_;
  std::atomic<std::size_t> waiting_{0}, round_{0};
};

/// Where the threads of a team run. On one core they take turns: whoever yields lets the others
/// come in between, however busy the machine is. On all they run at the same time, if it is not.
enum class Cores { one, all };

/// Keeps this thread, and those that it starts, on the core on which it is now.
class OnOneCore {
 public:
  OnOneCore() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<unsigned>(::sched_getcpu()), &here);
    ::sched_setaffinity(0, sizeof here, &here);
  }
  ~OnOneCore() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OnOneCore(const OnOneCore&) = delete;
  OnOneCore& operator=(const OnOneCore&) = delete;

 private:
  cpu_set_t before_{};
};

/// Some threads, of which the one that owns the team is number 0.
class ThreadTeam {
 public:
  ThreadTeam(std::size_t size, Cores cores) : gate_(size) {
    if (cores == Cores::one) on_one_core_.emplace();
    for (std::size_t i = 1; i < size; ++i) threads_.emplace_back([this, i] { serve(i); });
  }
  ~ThreadTeam() {
    work_ = nullptr;
    gate_.pass();
    for (std::thread& thread : threads_) thread.join();
  }
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// Each thread does `work(number)`; returns when all have.
  void together(const std::function<void(std::size_t)>& work) {
    work_ = &work;
    gate_.pass();
    work(0);
    gate_.pass();
  }

 private:
  void serve(std::size_t number) {
    for (;;) {
      gate_.pass();
      if (work_ == nullptr) return;
      (*work_)(number);
      gate_.pass();
    }
  }

  std::optional<OnOneCore> on_one_core_;
  Gate gate_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::vector<std::thread> threads_;
};

}  // namespace mpit
