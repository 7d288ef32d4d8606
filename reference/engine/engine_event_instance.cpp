// SPDX-License-Identifier: BSD-3-Clause
// Reading event instances inside callbacks (MPI-5.0 §15.3.8): no locks, signal-safe.
#include "engine/state.hpp"
#include "engine/value.hpp"

namespace mpit {

namespace {

void store_at(void* buffer, std::ptrdiff_t displacement, Datatype type, std::uint64_t word) {
  store_element(static_cast<std::byte*>(buffer) + displacement, 0, type, word);
}

}  // namespace

Code Engine::event_read(EventInstance event_instance, int element_index, void* buffer) {
  const State& state = *state_;
  if (!state.ready()) return state.refuse(Code::not_initialized);
  const EventData* const data = state.delivery.instances().find(event_instance);
  if (data == nullptr) return state.refuse(Code::invalid_handle);
  if (!in_range(element_index, data->type->spec.elements)) {
    return state.refuse(state.behaviour.event_bad_element);
  }
  if (buffer == nullptr) return state.refuse(Code::invalid);
  store_at(buffer, 0, at(data->type->spec.elements, element_index), at(data->words, element_index));
  return Code::success;
}

Code Engine::event_copy(EventInstance event_instance, void* buffer) {
  const State& state = *state_;
  if (!state.ready()) return state.refuse(Code::not_initialized);
  const EventData* const data = state.delivery.instances().find(event_instance);
  if (data == nullptr) return state.refuse(Code::invalid_handle);
  const EventRecord& type = *data->type;
  if (buffer == nullptr && !type.spec.elements.empty()) return state.refuse(Code::invalid);
  for (std::size_t i = 0; i != type.spec.elements.size(); ++i) {
    store_at(buffer, type.displacements[i], type.spec.elements[i], data->words[i]);
  }
  return Code::success;
}

Code Engine::event_get_timestamp(EventInstance event_instance, std::int64_t* event_timestamp) {
  const State& state = *state_;
  if (!state.ready()) return state.refuse(Code::not_initialized);
  const EventData* const data = state.delivery.instances().find(event_instance);
  if (data == nullptr) return state.refuse(Code::invalid_handle);
  if (event_timestamp == nullptr) return state.refuse(Code::invalid);
  *event_timestamp = data->type->source.ticks(data->nanoseconds);
  return Code::success;
}

Code Engine::event_get_source(EventInstance event_instance, int* source_index) {
  const State& state = *state_;
  if (!state.ready()) return state.refuse(Code::not_initialized);
  const EventData* const data = state.delivery.instances().find(event_instance);
  if (data == nullptr) return state.refuse(Code::invalid_handle);
  if (source_index == nullptr) return state.refuse(Code::invalid);
  *source_index = data->type->source.index;
  return Code::success;
}

}  // namespace mpit
