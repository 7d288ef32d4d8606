// SPDX-License-Identifier: BSD-3-Clause
// The calls of one event registration's functions: their number, and whether their order is
// allowed. The functions may run in any thread and in signal handlers.
#pragma once

#include <atomic>
#include <cstdint>

#include "stress/history/history.hpp"

namespace mpitcheck::stress {

/// One per registration; its address is the user pointer.
struct Callbacks {
  static constexpr std::uint32_t magic = 0x57e55e5;

  std::uint32_t mark = magic;
  std::atomic<std::uint32_t> events{0};       // calls of the event function
  std::atomic<std::uint32_t> after_freed{0};  // of these, begun after the free function was called
  std::atomic<std::uint32_t> freed{0};        // calls of the free function

  void on_event() {
    if (freed.load() != 0) ++after_freed;
    ++events;
  }
  void on_freed() { ++freed; }
};

/// No event was delivered after the call of the free function. Unclear before that call, which a
/// library may defer.
Judgement check_silence(const Callbacks& callbacks);

/// The free function was called once. Unclear before the call.
Judgement check_freed(const Callbacks& callbacks);

}  // namespace mpitcheck::stress
