// SPDX-License-Identifier: BSD-3-Clause
// Threads of the operating system, for processes that load the MPI. An MPI may have its own
// <pthread.h>, which redirects calls to the MPI's scheduler. std::thread and std::mutex are then
// redirected only in part. thread.cpp is compiled without mpi.h and the MPI's directories.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// Runs a function in a thread of its own.
class Thread {
 public:
  /// Starts `body`. `stack` is the size of the thread's stack in bytes; 0 stands for the default.
  /// Throws std::runtime_error if the thread cannot be started.
  explicit Thread(std::function<void()> body, std::size_t stack = 0);
  Thread(Thread&&) noexcept;
  Thread& operator=(Thread&&) = delete;
  /// Waits for the thread; an exception of the body is lost.
  ~Thread();

  /// Waits for the thread. Rethrows an exception of the body.
  void join();

 private:
  struct State;
  void wait();

  std::unique_ptr<State> state_;
};

/// Runs `body(number)` in that many threads, all at the same time, and waits for them. Rethrows the
/// first exception of a body. If a thread cannot be started, no body runs and std::runtime_error is
/// thrown.
void together(int threads, FunctionRef<void(int number)> body);

/// A mutex of the system. It is not recursive.
class Mutex {
 public:
  Mutex();
  ~Mutex();
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock();
  void unlock();

 private:
  alignas(std::max_align_t) std::byte room_[64];  // for the system's mutex
};

/// Holds a mutex for a scope.
class Lock {
 public:
  explicit Lock(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Lock() { mutex_.unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Mutex& mutex_;
};

/// Identifies the calling thread during its life.
using ThreadId = unsigned long;  // as pthread_t in glibc
ThreadId this_thread();

/// Yields the processor to another thread.
void yield_processor();

}  // namespace mpitcheck
