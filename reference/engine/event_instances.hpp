// SPDX-License-Identifier: BSD-3-Clause
// Handles of event instances: each is valid during one invocation of a callback.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <thread>

#include "engine/event.hpp"

namespace mpit {

/// The deliveries under way. All methods are lock-free and signal-safe.
class EventInstances {
 public:
  /// Deliveries that can be under way at once.
  static constexpr std::uint32_t capacity = 64;

  /// The delivery of one instance by one thread.
  struct Delivery {
    std::atomic<Word> word{0};  // the instance's handle while a callback has it, else 0
    Word next_word = 0;
    const EventData* data = nullptr;
    std::atomic<CallbackSafety> safety{CallbackSafety::none};
    std::atomic<std::thread::id> thread{};  // none: not in use
  };

  EventInstances();

  /// Begins on this thread what demands `safety` of the tool's functions: the delivery of `data`,
  /// if any. Null if too much is under way.
  Delivery* begin(CallbackSafety safety, const EventData* data = nullptr) noexcept;
  void end(Delivery& delivery) noexcept;
  /// Calls `callback` with a new handle, which ends with the call. Handles come again after 2^31
  /// calls.
  void call(Delivery& delivery, const EventCallback& callback, EventRegistration to) noexcept;

  /// The instance behind a handle; null for a stale, foreign or garbage one.
  const EventData* find(EventInstance instance) const noexcept;
  /// The most that a function of the tool under way on this thread must meet; nothing outside of
  /// them.
  std::optional<CallbackSafety> context() const noexcept {
    return under_way_.load(std::memory_order_relaxed) == 0 ? std::nullopt : busy_context();
  }

 private:
  std::optional<CallbackSafety> busy_context() const noexcept;

  std::array<Delivery, capacity> deliveries_;
  std::atomic<std::uint32_t> under_way_{0};  // at least the deliveries in use
};

}  // namespace mpit
