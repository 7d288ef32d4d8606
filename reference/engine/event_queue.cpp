// SPDX-License-Identifier: BSD-3-Clause
// Pushing and taking of event instances.
#include "engine/event_queue.hpp"

#include <algorithm>
#include <chrono>

namespace mpit {

std::int64_t steady_nanoseconds() noexcept {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

EventQueue::EventQueue() : cells_(std::make_unique<Cell[]>(capacity)) {
  for (std::size_t i = 0; i != capacity; ++i) cells_[i].turn.store(i, std::memory_order_relaxed);
}

bool EventQueue::push(EventData data) noexcept {
  PairValue tail;
  do {
    tail = tail_.load();
    const std::uint64_t turn = cell(tail.tag).turn.load(std::memory_order_acquire);
    if (turn < tail.tag) return false;
    // The clock is read after the last stamp; who is overtaken before the exchange reads it again.
    data.nanoseconds = std::max(steady_nanoseconds(), static_cast<std::int64_t>(tail.value));
  } while (!tail_.replace(tail, {tail.tag + 1, static_cast<std::uint64_t>(data.nanoseconds)}));
  Cell& mine = cell(tail.tag);
  mine.data = data;
  mine.demands.store(data.type->spec.demands, std::memory_order_relaxed);
  mine.turn.store(tail.tag + 1, std::memory_order_seq_cst);
  return true;
}

const EventData* EventQueue::front(CallbackSafety context) const noexcept {
  return ready(context) ? &cell(head_.load(std::memory_order_relaxed)).data : nullptr;
}

void EventQueue::pop() noexcept {
  const std::uint64_t head = head_.load(std::memory_order_relaxed);
  head_.store(head + 1, std::memory_order_seq_cst);
  cell(head).turn.store(head + capacity, std::memory_order_release);
}

bool EventQueue::ready(CallbackSafety context) const noexcept {
  const std::uint64_t head = head_.load(std::memory_order_seq_cst);
  const Cell& first = cell(head);
  return first.turn.load(std::memory_order_seq_cst) == head + 1 &&
         first.demands.load(std::memory_order_relaxed) >= context;
}

}  // namespace mpit
