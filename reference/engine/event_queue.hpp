// SPDX-License-Identifier: BSD-3-Clause
// Event instances that wait for their delivery, in the order of their timestamps.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/event.hpp"
#include "engine/pair.hpp"

namespace mpit {

/// The clock of all sources: nanoseconds, never going back. Signal-safe.
std::int64_t steady_nanoseconds() noexcept;

/// A bounded queue, lock-free and signal-safe. Any number of threads push, one at a time takes.
class EventQueue {
 public:
  static constexpr std::size_t capacity = 256;

  EventQueue();

  /// Stamps the instance with the time and appends it; false if there is no room. Stamps in the
  /// queue never go back, whoever pushes.
  bool push(EventData data) noexcept;
  /// The instance at the head, null if there is none yet or its type demands less than `context`
  /// does. Valid until pop. Only for whoever takes.
  const EventData* front(CallbackSafety context) const noexcept;
  void pop() noexcept;
  /// Whether front would find something. For anyone.
  bool ready(CallbackSafety context) const noexcept;
  /// Whether all that this thread knows of was taken. For anyone.
  bool empty() const noexcept { return head_.load(std::memory_order_relaxed) == tail_.tag(); }

 private:
  /// Holds the instance of position p when turn is p + 1, is free for it when turn is p.
  struct Cell {
    std::atomic<std::uint64_t> turn{0};
    std::atomic<CallbackSafety> demands{CallbackSafety::none};
    EventData data;
  };

  Cell& cell(std::uint64_t position) const noexcept { return cells_[position % capacity]; }

  const std::unique_ptr<Cell[]> cells_;
  Pair tail_;  // tag: position of the next push; value: stamp of the last one
  std::atomic<std::uint64_t> head_{0};
};

}  // namespace mpit
