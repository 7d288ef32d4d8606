// SPDX-License-Identifier: BSD-3-Clause
// The layout of events, and delivery to one registration.
#include "reference/engine/core/event.hpp"

#include <algorithm>
#include <climits>

#include "reference/engine/core/value.hpp"

namespace mpit {

namespace {

constexpr std::array levels = {CallbackSafety::none, CallbackSafety::mpi_restricted,
                               CallbackSafety::thread_safe, CallbackSafety::async_signal_safe};

std::vector<std::ptrdiff_t> lay_out(const std::vector<Datatype>& elements) {
  std::vector<std::ptrdiff_t> displacements;
  std::size_t end = 0;
  for (const Datatype element : elements) {
    const std::size_t size = size_of(element);  // also the alignment
    const std::size_t begin = (end + size - 1) / size * size;
    displacements.push_back(static_cast<std::ptrdiff_t>(begin));
    end = begin + size;
  }
  return displacements;
}

}  // namespace

EventRecord::EventRecord(EventSpec of, EventDelivery& by)
    : spec(std::move(of)),
      source(*spec.source),
      delivery(by),
      displacements(spec.displacements.empty() ? lay_out(spec.elements) : spec.displacements) {}

std::optional<std::size_t> rank_of(CallbackSafety safety) {
  const auto* const found = std::find(levels.begin(), levels.end(), safety);
  if (found == levels.end()) return std::nullopt;
  return static_cast<std::size_t>(found - levels.begin());
}

bool EventSlot::enter() noexcept {
  std::uint32_t count = references.load(std::memory_order_relaxed);
  while (count != 0) {
    if (references.compare_exchange_weak(count, count + 1, std::memory_order_seq_cst)) return true;
  }
  return false;
}

bool EventSlot::leave() noexcept { return references.fetch_sub(1, std::memory_order_acq_rel) == 1; }

const EventCallback* EventSlot::callback_for(CallbackSafety safety) const noexcept {
  for (std::size_t rank = *rank_of(safety); rank != safety_levels; ++rank) {
    const EventCallback* const found = callbacks[rank].load(std::memory_order_seq_cst);
    if (found != nullptr) return found;
  }
  return nullptr;
}

bool EventSlot::samples_next() noexcept {
  const std::uint32_t every = sample_every.load(std::memory_order_relaxed);
  return every == 1 || unsampled.fetch_add(1, std::memory_order_relaxed) % every == 0;
}

void EventSlot::lose(const Behaviour& behaviour) noexcept {
  if (dropped_handler.load(std::memory_order_seq_cst) == nullptr) return;
  if (behaviour.removed_callbacks == Behaviour::RemovedCallbacks::record_nothing &&
      callback_for(CallbackSafety::none) == nullptr) {
    return;
  }
  losses.fetch_add(1, std::memory_order_seq_cst);
  type->source.has_losses.store(true, std::memory_order_seq_cst);
}

bool EventSlot::report_losses(CallbackSafety safety, bool needs_callback) noexcept {
  const DroppedHandler* const handler = dropped_handler.load(std::memory_order_seq_cst);
  if (handler == nullptr || losses.load(std::memory_order_seq_cst) == 0) return true;
  const EventCallback* const callback = callback_for(safety);
  if (callback == nullptr && needs_callback) return false;
  const std::uint64_t count = losses.exchange(0, std::memory_order_seq_cst);
  if (count == 0) return true;
  handler->call(handler->function,
                static_cast<std::int64_t>(std::min<std::uint64_t>(count, INT64_MAX)), handle,
                type->source.index, safety, callback != nullptr ? callback->user_data : nullptr);
  return true;
}

void EndedEventSlots::push(EventSlot& slot) noexcept {
  slot.next_ended = first_.load(std::memory_order_relaxed);
  while (!first_.compare_exchange_weak(slot.next_ended, &slot, std::memory_order_release)) {
  }
}

EventSlot* EndedEventSlots::take_all() noexcept {
  if (empty()) return nullptr;
  return first_.exchange(nullptr, std::memory_order_acquire);
}

}  // namespace mpit
