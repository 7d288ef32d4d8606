// SPDX-License-Identifier: BSD-3-Clause
// Threads of the system's own <pthread.h>.
#include "conformance/harness/process/thread.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace mpitcheck {

struct Thread::State {
  std::function<void()> body;
  std::exception_ptr thrown;
  pthread_t thread{};
  bool runs = false;

  static void* run(void* state) {
    State& self = *static_cast<State*>(state);
    try {
      self.body();
    } catch (...) {
      self.thrown = std::current_exception();
    }
    return nullptr;
  }
};

Thread::Thread(std::function<void()> body, std::size_t stack) : state_(std::make_unique<State>()) {
  state_->body = std::move(body);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  if (stack != 0) ::pthread_attr_setstacksize(&attributes, stack);
  state_->runs = ::pthread_create(&state_->thread, &attributes, &State::run, state_.get()) == 0;
  ::pthread_attr_destroy(&attributes);
  if (!state_->runs) throw std::runtime_error("the system starts no further thread");
}

Thread::Thread(Thread&&) noexcept = default;

Thread::~Thread() {
  if (state_ != nullptr) wait();
}

void Thread::wait() {
  if (!std::exchange(state_->runs, false)) return;
  ::pthread_join(state_->thread, nullptr);
}

void Thread::join() {
  wait();
  if (state_->thrown) std::rethrow_exception(std::exchange(state_->thrown, nullptr));
}

void together(int threads, FunctionRef<void(int number)> body) {
  std::atomic<int> waiting{threads};
  std::atomic<bool> is_given_up{false};
  std::exception_ptr first;
  std::vector<Thread> all;
  all.reserve(static_cast<std::size_t>(threads));
  try {
    for (int i = 0; i != threads; ++i) {
      all.emplace_back([&, i] {
        --waiting;
        while (waiting > 0 && !is_given_up) yield_processor();
        if (!is_given_up) body(i);
      });
    }
  } catch (...) {
    first = std::current_exception();
    is_given_up = true;
  }
  for (Thread& thread : all) {
    try {
      thread.join();
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

namespace {

pthread_mutex_t* mutex_in(std::byte* room) {
  static_assert(sizeof(pthread_mutex_t) <= sizeof(Mutex));
  return std::launder(reinterpret_cast<pthread_mutex_t*>(room));
}

}  // namespace

Mutex::Mutex() : room_{} { ::pthread_mutex_init(new (room_) pthread_mutex_t, nullptr); }
Mutex::~Mutex() { ::pthread_mutex_destroy(mutex_in(room_)); }
void Mutex::lock() { ::pthread_mutex_lock(mutex_in(room_)); }
void Mutex::unlock() { ::pthread_mutex_unlock(mutex_in(room_)); }

ThreadId this_thread() { return static_cast<ThreadId>(::pthread_self()); }

// Some MPIs define a sched_yield() that enters their own scheduler.
void yield_processor() { ::syscall(SYS_sched_yield); }

}  // namespace mpitcheck
