// SPDX-License-Identifier: BSD-3-Clause
// Threads of the operating system, for processes that load the MPI. An MPI may bring a <pthread.h>
// of its own, which redirects what is compiled with it to the MPI's scheduler: std::thread and
// std::mutex are then partly redirected and partly not. thread.cpp is compiled without mpi.h and
// without the MPI's directories.
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
  /// Starts `body`. `stack`: the bytes of the thread's stack; 0 means as many as the system gives.
  /// Throws std::runtime_error if the system starts no thread.
  explicit Thread(std::function<void()> body, std::size_t stack = 0);
  Thread(Thread&&) noexcept;
  Thread& operator=(Thread&&) = delete;
  /// Waits for the thread; an exception of the body is lost.
  ~Thread();

  /// Waits for the thread and throws what the body threw.
  void join();

 private:
  struct State;
  void wait();

  std::unique_ptr<State> state_;
};

/// Runs `body(number)` in so many threads, which begin within nanoseconds, and waits for them. The
/// first exception of a body comes out here.
void together(int threads, FunctionRef<void(int number)> body);

/// A mutual exclusion of threads.
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

/// Names the calling thread as long as it lives.
using ThreadId = unsigned long;  // as pthread_t in glibc
ThreadId this_thread();

/// Lets another thread have the processor.
void yield_processor();

}  // namespace mpitcheck
