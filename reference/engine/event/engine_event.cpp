// SPDX-License-Identifier: BSD-3-Clause
// Event sources and event types. Reading event instances inside callbacks is lock-free and
// signal-safe (MPI-5.0 §15.3.8).
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "reference/engine/core/registering.hpp"
#include "reference/engine/core/state.hpp"
#include "reference/engine/core/text.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit {

namespace {

void store_at(void* buffer, std::ptrdiff_t displacement, Datatype type, std::uint64_t word) {
  store_element(static_cast<std::byte*>(buffer) + displacement, 0, type, word);
}

}  // namespace

SourceRecord& Engine::add_source(SourceSpec spec) {
  State& state = *state_;
  const bool shown = state.editor == nullptr || state.editor->edit(spec);
  const auto refuse = [&](const char* why) { throw std::invalid_argument(spec.name + ": " + why); };
  if (spec.name.empty()) refuse("source without name");
  if (spec.ticks_per_second < 1 || nanoseconds_per_second % spec.ticks_per_second != 0) {
    refuse("ticks per second do not divide 10^9");
  }
  const Lock lock(state.mutex);
  Registering registering(state.events);
  SourceRecord& added = state.events.add(std::move(spec));
  if (shown) state.sources.show(added);
  registering.complete();
  return added;
}

void Sources::show(SourceRecord& source) {
  if (source.index != -1) return;
  const std::uint32_t index = count();
  reserve();
  source.index = static_cast<int>(index);
  shown_[index].store(&source, std::memory_order_relaxed);
  count_.store(index + 1, std::memory_order_release);
}

const SourceRecord* Sources::find(int index) const noexcept {
  if (index < 0 || static_cast<std::uint32_t>(index) >= count()) return nullptr;
  return shown_[static_cast<std::uint32_t>(index)].load(std::memory_order_relaxed);
}

Code Engine::source_get_num(int* num_sources) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (num_sources == nullptr) return state.refuse(Code::invalid);
  *num_sources = static_cast<int>(state.sources_without_mutex().count());
  return Code::success;
}

Code Engine::source_get_info(int source_index, char* name, int* name_len, char* desc, int* desc_len,
                             int* ordering, std::int64_t* ticks_per_second, std::int64_t* max_ticks,
                             Hints* hints) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  const SourceRecord* const source = state.sources_without_mutex().find(source_index);
  if (source == nullptr) return state.refuse(Code::invalid_index);
  const bool complete = ordering != nullptr && ticks_per_second != nullptr && max_ticks != nullptr;
  if (!complete && state.behaviour.source_null_outputs != Code::success) {
    return state.refuse(state.behaviour.source_null_outputs);
  }
  put_text(source->spec.name, name, name_len, state.behaviour);
  put_text(source->spec.desc, desc, desc_len, state.behaviour);
  put(ordering, source->spec.order);
  put(ticks_per_second, state.behaviour.rates_unknown ? 0 : source->spec.ticks_per_second);
  put(max_ticks, source->max_ticks());
  if (hints != nullptr) hints->clear();
  return Code::success;
}

Code Engine::source_get_timestamp(int source_index, std::int64_t* timestamp) {
  const State& state = *state_;
  if (!state.ready()) return state.refuse(Code::not_initialized);
  const SourceRecord* const source = state.sources_without_mutex().find(source_index);
  if (source == nullptr) return Code::invalid_index;
  if (!source->spec.on_demand) return Code::not_supported;
  if (timestamp == nullptr) return state.refuse(Code::invalid);
  *timestamp = source->ticks(steady_nanoseconds());
  return Code::success;
}

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
  const Lock lock(state.mutex);
  if (spec.enumtype != EnumType::null && state.enumerations.find(spec.enumtype) == nullptr) {
    refuse("unknown enumeration");
  }
  Registering registering(state.events, state.categories);
  EventRecord& added = state.events.add(std::move(spec), state.delivery);
  if (shown) {
    state.events.show(added, state.sources, state.categories);
  } else {
    state.events.hide(added);
  }
  registering.complete();
  return added;
}

EventRecord& Events::add(EventSpec spec, EventDelivery& delivery) {
  if (std::any_of(types_.begin(), types_.end(),
                  [&](const EventRecord& other) { return other.spec.name == spec.name; })) {
    throw std::invalid_argument(spec.name + ": event type exists");
  }
  return types_.emplace_back(std::move(spec), delivery);
}

void Events::show(EventRecord& type, Sources& sources, Categories& categories) {
  const int index = shown_.count();
  // A source that is shown cannot be hidden again, so this comes last and needs no memory.
  sources.reserve();
  shown_.add(&type, type.spec.name);
  categories.join(type.spec.category, Member::event, index);
  sources.show(type.source);
}

void Events::show_all(Sources& sources, Categories& categories) {
  for (SourceRecord& source : sources_) sources.show(source);
  while (!hidden_.empty()) {
    Registering registering(*this, categories);
    show(*hidden_.front(), sources, categories);
    hidden_.erase(hidden_.begin());
    registering.complete();
  }
}

void Engine::show_events() {
  const Lock lock(state_->mutex);
  state_->events.show_all(state_->sources, state_->categories);
}

void Engine::deactivate_event(int event_index) {
  const Lock lock(state_->mutex);
  at(state_->events.shown(), event_index).active.store(false, std::memory_order_release);
}

void Engine::add_event_to_category(int cat_index, int event_index) {
  const Lock lock(state_->mutex);
  if (!in_range(event_index, state_->events.shown()))
    throw std::invalid_argument("no such event type");
  state_->categories.add_member(cat_index, Member::event, event_index);
}

void Engine::deliver_events(CallbackSafety context) { state_->delivery.deliver(context); }

EventDelivery& Engine::event_delivery() noexcept { return state_->delivery; }

Code Engine::event_get_num(int* num_events) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (num_events == nullptr) return state.refuse(Code::invalid);
    *num_events = state.events.shown().count();
    return Code::success;
  });
}

Code Engine::event_get_info(int event_index, char* name, int* name_len, int* verbosity,
                            Datatype datatypes[], std::ptrdiff_t displacements[], int* num_elements,
                            EnumType* enumtype, Hints* hints, char* desc, int* desc_len,
                            int* bind) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    // The standard's text requires this code.
    if (!in_range(event_index, state.events.shown())) return Code::invalid_index;
    const EventRecord& event = at(state.events.shown(), event_index);
    const EventSpec& spec = event.spec;
    try {
      if (hints != nullptr) *hints = effective_hints(1);
    } catch (const std::bad_alloc&) {
      return Code::memory;
    }
    put_text(spec.name, name, name_len, state.behaviour);
    put(verbosity, spec.verbosity);
    if (num_elements != nullptr) {
      const auto room = std::clamp<std::ptrdiff_t>(*num_elements, 0, std::ssize(spec.elements));
      if (datatypes != nullptr) {
        const auto shown = [&](Datatype element) {
          const bool is_other = state.behaviour.aint_elements && element == Datatype::int64;
          return is_other ? Datatype::aint : element;
        };
        std::transform(spec.elements.begin(), spec.elements.begin() + room, datatypes, shown);
      }
      if (displacements != nullptr) std::copy_n(event.displacements.begin(), room, displacements);
      *num_elements = static_cast<int>(spec.elements.size());
    }
    put(enumtype, spec.enumtype);
    put_text(spec.desc, desc, desc_len, state.behaviour);
    put(bind, spec.bind);
    return Code::success;
  });
}

Code Engine::event_get_index(const char* name, int* event_index) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (name == nullptr || event_index == nullptr) return state.refuse(Code::invalid);
    return put_index(state.events.shown().find(name), event_index);
  });
}

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
