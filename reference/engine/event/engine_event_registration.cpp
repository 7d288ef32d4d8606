// SPDX-License-Identifier: BSD-3-Clause
// Registrations of event types and their callbacks (MPI-5.0 §15.3.8): the part that may lock.
#include <algorithm>
#include <charconv>
#include <new>
#include <optional>

#include "reference/engine/core/state.hpp"

namespace mpit {

namespace {

// The only hint of registrations: callbacks receive only every Nth instance. Callbacks and sources
// have no hints.
constexpr std::string_view sampling_key = "mpit_sample_every";

std::optional<std::uint32_t> positive(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end || number == 0) return std::nullopt;
  return number;
}

void apply(const Hints& hints, EventSlot& slot) {
  for (const auto& [key, value] : hints) {
    if (key != sampling_key) continue;
    if (const auto number = positive(value)) slot.sample_every = *number;
  }
}

// Stores a copy of `wanted`, or returns null for none. Throws std::bad_alloc.
template <class Function>
const Function* own(std::vector<std::unique_ptr<const Function>>& owned, const Function& wanted) {
  if (wanted.call == nullptr) return nullptr;
  return owned.emplace_back(std::make_unique<const Function>(wanted)).get();
}

// Former functions are freed once no delivery can use them.
template <class Function>
void replace(EventSlot& slot, std::atomic<const Function*>& current,
             std::vector<std::unique_ptr<const Function>>& owned, const Function* replacement,
             bool still_used(const EventSlot&, const Function*)) noexcept {
  current.store(replacement, std::memory_order_seq_cst);
  // A thread that enters from now on finds the replacement.
  if (slot.visited()) return;
  std::erase_if(owned, [&](const auto& each) { return !still_used(slot, each.get()); });
}

bool is_callback(const EventSlot& slot, const EventCallback* callback) {
  return std::find(slot.callbacks.begin(), slot.callbacks.end(), callback) != slot.callbacks.end();
}

bool is_handler(const EventSlot& slot, const DroppedHandler* handler) {
  return slot.dropped_handler == handler;
}

void stop_listening(EventSlot& slot) {
  EventRecord& type = *slot.type;
  type.listeners.fetch_sub(1, std::memory_order_relaxed);
  type.source.listeners.fetch_sub(1, std::memory_order_relaxed);
  type.registrations.remove(slot.place_in_type);
  type.source.registrations.remove(slot.place_in_source);
  slot.listens = false;
}

}  // namespace

Hints effective_hints(std::uint32_t sample_every) {
  return {{std::string(sampling_key), std::to_string(sample_every)}};
}

Code Registrations::allocate(EventRecord& type, ObjectWord object, const Hints& hints,
                             EventRegistration* registration) {
  try {
    EventSlot* const slot = slots_.acquire(behaviour_.max_handles);
    if (slot == nullptr) return Code::out_of_handles;
    slot->type = &type;
    slot->object = object;
    slot->freed = false;
    slot->sample_every = 1;
    slot->unsampled = 0;
    slot->on_free = {};
    slot->allocated = steady_nanoseconds();
    apply(hints, *slot);
    slot->handle = EventRegistration{slot->next_word};
    slot->references.store(1, std::memory_order_release);
    *registration = EventRegistration{slots_.publish(*slot)};
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
  return Code::success;
}

void Registrations::listen(EventSlot& slot) {
  EventRecord& type = *slot.type;
  slot.place_in_type = type.registrations.add(&slot);
  try {
    slot.place_in_source = type.source.registrations.add(&slot);
  } catch (const std::bad_alloc&) {
    type.registrations.remove(slot.place_in_type);
    throw;
  }
  type.listeners.fetch_add(1, std::memory_order_relaxed);
  type.source.listeners.fetch_add(1, std::memory_order_relaxed);
  slot.listens = true;
}

void Registrations::withdraw(EventSlot& slot) noexcept {
  slots_.withdraw(slot);
  if (slot.listens) stop_listening(slot);
  slot.freed.store(true, std::memory_order_release);
}

void Registrations::reuse_ended() noexcept {
  for (EventSlot* slot = delivery_.take_ended(); slot != nullptr;) {
    EventSlot& ended = *slot;
    slot = slot->next_ended;
    for (auto& callback : ended.callbacks) callback = nullptr;
    ended.dropped_handler = nullptr;
    ended.owned_callbacks.clear();
    ended.owned_handlers.clear();
    slots_.put_back(ended);
  }
}

void Registrations::free_all() noexcept {
  slots_.for_each([&](EventSlot& slot) {
    withdraw(slot);
    slot.dropped_handler = nullptr;
    slot.on_free = {};
    if (slot.leave()) delivery_.end(slot, CallbackSafety::none);
  });
  delivery_.end_late();
  reuse_ended();
}

Code Engine::event_handle_alloc(int event_index, const void* obj_handle, const Hints& hints,
                                EventRegistration* event_registration) {
  EventRecord* type = nullptr;
  const Code code = state_->run_if_initialized([&](State& state) MPIT_REQUIRES(state.mutex) {
    if (event_registration == nullptr) return state.refuse(Code::invalid);
    if (!in_range(event_index, state.events.shown())) return state.refuse(Code::invalid_index);
    type = &at(state.events.shown(), event_index);
    return type->active ? Code::success : Code::invalid_index;
  });
  if (code != Code::success) return code;
  // Without the mutex, since the component may call the engine.
  ObjectWord object = 0;
  if (type->spec.bind != Bind::no_object) {
    if (obj_handle == nullptr) return state_->refuse(Code::invalid_handle);
    object = object_word(obj_handle);
    if (type->spec.accepts && !type->spec.accepts(object)) return Code::invalid_handle;
  }
  return state_->run_if_initialized([&](State& state) MPIT_REQUIRES(state.mutex) {
    state.registrations.reuse_ended();
    if (const Code room = state.handles.room(); room != Code::success) return room;
    return state.registrations.allocate(*type, object, hints, event_registration);
  });
}

Code Engine::event_handle_set_info(EventRegistration event_registration, const Hints& hints) {
  return state_->run_if_initialized([&](State& state) MPIT_REQUIRES(state.mutex) {
    EventSlot* const slot = state.registrations.find(event_registration);
    if (slot == nullptr) return state.refuse(Code::invalid_handle);
    apply(hints, *slot);
    return Code::success;
  });
}

Code Engine::event_handle_get_info(EventRegistration event_registration, Hints* hints) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    const EventSlot* const slot = state.registrations.find(event_registration);
    if (slot == nullptr) return state.refuse(Code::invalid_handle);
    if (hints == nullptr) return state.refuse(Code::invalid);
    try {
      *hints = effective_hints(slot->sample_every);
    } catch (const std::bad_alloc&) {
      return Code::memory;
    }
    return Code::success;
  });
}

Code Engine::event_handle_free(EventRegistration event_registration, const FreeCallback& on_free) {
  EventSlot* slot = nullptr;
  const Code code = state_->run_if_initialized([&](State& state) MPIT_REQUIRES(state.mutex) {
    state.registrations.reuse_ended();
    slot = state.registrations.find(event_registration);
    if (slot == nullptr) return Code::invalid_handle;
    slot->on_free = on_free;
    state.registrations.withdraw(*slot);
    return Code::success;
  });
  // Without the mutex, since the callbacks may call the engine.
  if (code == Code::success && slot->leave()) {
    EventDelivery& delivery = state_->delivery;
    delivery.end(*slot, delivery.instances().context().value_or(CallbackSafety::none));
  }
  return code;
}

Code Engine::event_register_callback(EventRegistration event_registration, CallbackSafety safety,
                                     const Hints& /*hints*/, const EventCallback& callback) {
  EventSlot* hears_first = nullptr;
  const Code code = state_->run_if_initialized([&](State& state) MPIT_REQUIRES(state.mutex) {
    EventSlot* const slot = state.registrations.find(event_registration);
    if (slot == nullptr) return state.refuse(Code::invalid_handle);
    const auto rank = rank_of(safety);
    if (!rank) return state.refuse(Code::invalid);
    try {
      const EventCallback* const owned = own(slot->owned_callbacks, callback);
      if (owned != nullptr && !slot->listens) {
        Registrations::listen(*slot);  // otherwise it is freed with the next one
        hears_first = slot;
      }
      replace(*slot, slot->callbacks[*rank], slot->owned_callbacks, owned, is_callback);
    } catch (const std::bad_alloc&) {
      return Code::memory;
    }
    return Code::success;
  });
  if (code == Code::success && hears_first != nullptr) {
    state_->delivery.deliver_early(*hears_first);
  }
  return code;
}

Code Engine::event_callback_set_info(EventRegistration event_registration, CallbackSafety safety,
                                     const Hints& /*hints*/) {
  return state_->check_callback(event_registration, safety);
}

Code Engine::event_callback_get_info(EventRegistration event_registration, CallbackSafety safety,
                                     Hints* hints) {
  const Code code = state_->check_callback(event_registration, safety);
  if (code != Code::success) return code;
  if (hints == nullptr) return state_->refuse(Code::invalid);
  hints->clear();
  return Code::success;
}

Code Engine::State::check_callback(EventRegistration registration, CallbackSafety safety) {
  return run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    const EventSlot* const slot = state.registrations.find(registration);
    if (slot == nullptr) return state.refuse(Code::invalid_handle);
    const auto rank = rank_of(safety);
    return rank && slot->callbacks[*rank] != nullptr ? Code::success : state.refuse(Code::invalid);
  });
}

Code Engine::event_set_dropped_handler(EventRegistration event_registration,
                                       const DroppedHandler& handler) {
  return state_->run_if_initialized([&](State& state) MPIT_REQUIRES(state.mutex) {
    EventSlot* const slot = state.registrations.find(event_registration);
    if (slot == nullptr) return state.refuse(Code::invalid_handle);
    try {
      const DroppedHandler* const owned = own(slot->owned_handlers, handler);
      slot->losses = 0;  // counted from now on
      replace(*slot, slot->dropped_handler, slot->owned_handlers, owned, is_handler);
    } catch (const std::bad_alloc&) {
      return Code::memory;
    }
    return Code::success;
  });
}

}  // namespace mpit
