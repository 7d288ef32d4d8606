// SPDX-License-Identifier: BSD-3-Clause
// The calls of one event registration's functions: their number, and whether their order is
// allowed. The functions may run in any thread and in signal handlers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "stress/history/history.hpp"

namespace mpitcheck::stress {

/// One per registration; its address is the user pointer.
struct Callbacks {
  std::atomic<std::uint32_t> events{0};       // calls of the event function
  std::atomic<std::uint32_t> after_freed{0};  // of these, begun after the free function was called
  std::atomic<std::uint32_t> freed{0};        // calls of the free function

  void on_event() {
    if (freed.load() != 0) ++after_freed;
    ++events;
  }
  void on_freed() { ++freed; }
};

/// The records of `size` registrations. Objects are made and destroyed by one thread; at most 16
/// exist at a time, one more ends the program.
class CallbacksOfRound {
 public:
  explicit CallbacksOfRound(std::size_t size);
  ~CallbacksOfRound();
  CallbacksOfRound(const CallbacksOfRound&) = delete;
  CallbacksOfRound& operator=(const CallbacksOfRound&) = delete;

  Callbacks& operator[](std::size_t which) const { return all_[which]; }

 private:
  std::unique_ptr<Callbacks[]> all_;
  std::size_t place_ = 0;
};

/// The record that a user pointer points to; null if it points to none that exists. Does not follow
/// the pointer. Safe in any thread and in signal handlers.
Callbacks* known_callbacks(const void* user_data);

/// No event was delivered after the call of the free function. Unclear before that call, which a
/// library may defer.
Judgement check_silence(const Callbacks& callbacks);

/// The free function was called once. Unclear before the call.
Judgement check_freed(const Callbacks& callbacks);

}  // namespace mpitcheck::stress
