// SPDX-License-Identifier: BSD-3-Clause
// Handles of event instances.
#include "engine/event_instances.hpp"

#include <algorithm>

namespace mpit {

EventInstances::EventInstances() {
  for (std::uint32_t i = 0; i != capacity; ++i) {
    deliveries_[i].next_word = make_word(WordKind::event_instance, i);
  }
}

EventInstances::Delivery* EventInstances::begin(CallbackSafety safety,
                                                const EventData* data) noexcept {
  under_way_.fetch_add(1, std::memory_order_relaxed);
  for (Delivery& delivery : deliveries_) {
    std::thread::id nobody;
    if (!delivery.thread.compare_exchange_strong(nobody, std::this_thread::get_id())) continue;
    delivery.data = data;
    delivery.safety.store(safety, std::memory_order_relaxed);
    return &delivery;
  }
  under_way_.fetch_sub(1, std::memory_order_relaxed);
  return nullptr;
}

void EventInstances::end(Delivery& delivery) noexcept {
  delivery.thread.store({});
  under_way_.fetch_sub(1, std::memory_order_relaxed);
}

void EventInstances::call(Delivery& delivery, const EventCallback& callback,
                          EventRegistration to) noexcept {
  const Word word = delivery.next_word;
  delivery.next_word = (word + next_generation) | first_generation;
  delivery.word.store(word, std::memory_order_release);
  callback.call(callback.function, EventInstance{word}, to, delivery.data->type->spec.demands,
                callback.user_data);
  delivery.word.store(0, std::memory_order_release);
}

const EventData* EventInstances::find(EventInstance instance) const noexcept {
  const Word word = static_cast<Word>(instance);
  const std::uint32_t index = slot_of(word);
  if (index >= capacity || word == 0) return nullptr;
  const Delivery& delivery = deliveries_[index];
  return delivery.word.load(std::memory_order_acquire) == word ? delivery.data : nullptr;
}

std::optional<CallbackSafety> EventInstances::busy_context() const noexcept {
  std::optional<CallbackSafety> most;
  for (const Delivery& delivery : deliveries_) {
    if (delivery.thread.load(std::memory_order_relaxed) != std::this_thread::get_id()) continue;
    const CallbackSafety safety = delivery.safety.load(std::memory_order_relaxed);
    most = std::max(most.value_or(safety), safety);
  }
  return most;
}

}  // namespace mpit
