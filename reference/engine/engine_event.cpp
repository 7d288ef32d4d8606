// SPDX-License-Identifier: BSD-3-Clause
// Event types: registration and queries (MPI-5.0 §15.3.8).
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/state.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"

namespace mpit {

const EventRecord& Engine::add_event(EventSpec spec) {
  State& state = *state_;
  const bool shown = state.editor == nullptr || state.editor->edit(spec);
  const auto refuse = [&](const char* why) { throw std::invalid_argument(spec.name + ": " + why); };
  if (spec.name.empty()) refuse("event type without name");
  if (spec.elements.size() > max_event_elements) refuse("too many elements");
  if (std::any_of(spec.elements.begin(), spec.elements.end(),
                  [](Datatype element) { return size_of(element) == 0; })) {
    refuse("datatype not allowed");
  }
  if (!rank_of(spec.demands)) refuse("no such safety level");
  if (spec.source == nullptr) refuse("event type without source");
  const std::lock_guard lock(state.mutex);
  if (spec.enumtype != EnumType::null && state.find_enum(spec.enumtype) == nullptr) {
    refuse("unknown enumeration");
  }
  if (std::any_of(state.all_events.begin(), state.all_events.end(),
                  [&](const EventRecord& other) { return other.spec.name == spec.name; })) {
    refuse("event type exists");
  }
  EventRecord& added = state.all_events.emplace_back(std::move(spec), state.delivery);
  if (shown) {
    state.show(added);
  } else {
    state.hidden_events.push_back(&added);
  }
  return added;
}

void Engine::State::show(EventRecord& event) {
  const auto index = static_cast<int>(events.size());
  show(event.source);
  events.push_back(&event);
  events_by_name.add(event.spec.name, 0, index);
  join(event.spec.category, &CategoryRecord::events, index);
}

void Engine::show_events() {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  for (SourceRecord& source : state.all_sources) state.show(source);
  for (EventRecord* const event : std::exchange(state.hidden_events, {})) state.show(*event);
}

void Engine::deactivate_event(int event_index) {
  const std::lock_guard lock(state_->mutex);
  at(state_->events, event_index)->active.store(false, std::memory_order_release);
}

void Engine::add_event_to_category(int cat_index, int event_index) {
  const std::lock_guard lock(state_->mutex);
  if (!in_range(event_index, state_->events)) throw std::invalid_argument("no such event type");
  state_->add_member(cat_index, &CategoryRecord::events, event_index);
}

void Engine::deliver_events(CallbackSafety context) { state_->delivery.deliver(context); }

EventDelivery& Engine::event_delivery() noexcept { return state_->delivery; }

Code Engine::event_get_num(int* num_events) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (num_events == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  *num_events = static_cast<int>(state.events.size());
  return Code::success;
}

Code Engine::event_get_info(int event_index, char* name, int* name_len, int* verbosity,
                            Datatype datatypes[], std::ptrdiff_t displacements[], int* num_elements,
                            EnumType* enumtype, Hints* hints, char* desc, int* desc_len,
                            int* bind) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  const std::lock_guard lock(state.mutex);
  if (!in_range(event_index, state.events)) return state.refuse(Code::invalid_index);
  const EventRecord& event = *at(state.events, event_index);
  const EventSpec& spec = event.spec;
  put_text(spec.name, name, name_len, state.behaviour);
  put(verbosity, spec.verbosity);
  if (num_elements != nullptr) {
    const auto room = std::clamp<std::ptrdiff_t>(*num_elements, 0, std::ssize(spec.elements));
    if (datatypes != nullptr) std::copy_n(spec.elements.begin(), room, datatypes);
    if (displacements != nullptr) std::copy_n(event.displacements.begin(), room, displacements);
    *num_elements = static_cast<int>(spec.elements.size());
  }
  put(enumtype, spec.enumtype);
  if (hints != nullptr) *hints = effective_hints(1);
  put_text(spec.desc, desc, desc_len, state.behaviour);
  put(bind, spec.bind);
  return Code::success;
}

Code Engine::event_get_index(const char* name, int* event_index) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (name == nullptr || event_index == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  return put_index(state.events_by_name.find(name), event_index);
}

}  // namespace mpit
