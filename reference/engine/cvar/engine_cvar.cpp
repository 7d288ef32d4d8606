// SPDX-License-Identifier: BSD-3-Clause
// Control variables: registration, queries, handles and access (MPI-5.0 §15.3.6).
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reference/engine/core/registering.hpp"
#include "reference/engine/core/state.hpp"
#include "reference/engine/core/text.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit {

namespace {

void check(const CvarSpec& spec) {
  const auto refuse = [&](const char* why) { throw std::invalid_argument(spec.name + ": " + why); };
  if (spec.name.empty()) refuse("control variable without name");
  if (size_of(spec.datatype) == 0) refuse("datatype not allowed");
  if (spec.count < 1) refuse("count below 1");
  if (spec.bind != Bind::no_object && !spec.get) refuse("bound variable without callback");
  if (spec.bind == Bind::no_object && spec.count_of) refuse("count_of without object");
  const std::size_t bytes = size_of(spec.datatype) * static_cast<std::size_t>(spec.count);
  if (spec.memory && (spec.get || !is_word(bytes))) refuse("memory of no word, or beside get");
  if (spec.initial.size() > bytes) refuse("initial value too long");
  if (spec.datatype == Datatype::char_ && spec.initial.size() == bytes &&
      spec.initial.back() != std::byte{0}) {
    refuse("string without room for its null");
  }
}

std::size_t owned_bytes(const CvarSpec& spec) {
  return spec.kept_by_component() ? 0
                                  : size_of(spec.datatype) * static_cast<std::size_t>(spec.count);
}

const void* direct_of(const CvarSpec& spec, const CvarValue& value) {
  if (spec.get) return nullptr;
  return spec.memory ? spec.memory.get() : value.word();
}

}  // namespace

CvarRecord::CvarRecord(CvarSpec of, const EnumSpec* values)
    : spec(std::move(of)),
      enumeration(values),
      value(owned_bytes(spec)),
      direct(direct_of(spec, value)),
      element_bytes(static_cast<std::uint32_t>(size_of(spec.datatype))) {
  std::vector<std::byte> bytes(spec.initial);
  bytes.resize(value.size());
  value.write(bytes.data());
}

int Engine::add_cvar(CvarSpec spec) {
  State& state = *state_;
  if (state.editor != nullptr && !state.editor->edit(spec)) return -1;
  check(spec);
  const Lock lock(state.mutex);
  const EnumSpec* const enumeration =
      state.enumerations.of(spec.name, spec.datatype, spec.enumtype);
  const int index = state.cvars.records().count();
  if (state.cvars.records().find(spec.name) != -1) {
    throw std::invalid_argument(spec.name + ": control variable exists");
  }
  Registering registering(state.cvars, state.categories);
  const Scope scope = spec.scope;
  const CvarRecord& added = state.cvars.add(
      std::make_unique<CvarRecord>(std::move(spec), enumeration), {{}, true, scope});
  state.categories.join(added.spec.category, Member::cvar, index);
  registering.complete();
  return index;
}

void Engine::deactivate_cvar(int cvar_index) {
  const Lock lock(state_->mutex);
  state_->cvars.deactivate(cvar_index);
}

Code Engine::cvar_get_num(int* num_cvar) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (num_cvar == nullptr) return state.refuse(Code::invalid);
    *num_cvar = state.cvars.records().count();
    return Code::success;
  });
}

Code Engine::find(int cvar_index, CvarProperties& copy, const CvarProperties*& found) const {
  return state_->find(&State::cvars, cvar_index, copy, found);
}

Code Engine::cvar_get_index(const char* name, int* cvar_index) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (name == nullptr || cvar_index == nullptr) return state.refuse(Code::invalid);
    return put_index(state.cvars.records().find(name), cvar_index);
  });
}

Code Engine::cvar_handle_alloc(int cvar_index, const void* obj_handle, CvarHandle* handle,
                               int* count) {
  State& state = *state_;
  // The usual case: no object, and a slot that is reused. This path calls no function.
  if (state.initialized_and_single_threaded() && handle != nullptr && count != nullptr) [[likely]] {
    state.mutex.assume_alone();
    if (in_range(cvar_index, state.cvars.records())) [[likely]] {
      CvarRecord& variable = at(state.cvars.records(), cvar_index);
      const bool usual = variable.active && variable.spec.bind == Bind::no_object;
      if (usual && state.handles.reuse(variable, handle, count)) [[likely]]
        return Code::success;
    }
  }
  return state.allocate(cvar_index, obj_handle, handle, count);
}

Code Engine::State::allocate(int cvar_index, const void* obj_handle, CvarHandle* handle,
                             int* count) {
  CvarRecord* bound = nullptr;
  const Code code = run_if_initialized([=, &bound](State& state) MPIT_REQUIRES(state.mutex) {
    if (handle == nullptr || count == nullptr) return state.refuse(Code::invalid);
    if (!in_range(cvar_index, state.cvars.records())) return state.refuse(Code::invalid_index);
    CvarRecord& variable = at(state.cvars.records(), cvar_index);
    if (!variable.active) return state.behaviour.inactive_allocation;
    if (variable.spec.bind == Bind::no_object) {
      return state.handles.allocate(variable, handle, count);
    }
    bound = &variable;
    return Code::success;
  });
  if (bound == nullptr) return code;
  // Without the mutex, since the component may call the engine.
  if (obj_handle == nullptr) return refuse(Code::invalid_handle);
  const ObjectWord object = object_word(obj_handle);
  const CvarSpec& spec = bound->spec;
  const int elements = spec.count_of ? spec.count_of(object) : spec.count;
  if (elements < 1) return refuse(Code::invalid_handle);
  return run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    return state.handles.allocate(*bound, object, elements, handle, count);
  });
}

Code Engine::cvar_handle_free(CvarHandle* handle) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (handle == nullptr) return state.refuse(Code::invalid);
    CvarSlot* const slot = state.handles.find(*handle);
    if (slot == nullptr) return state.refuse(Code::invalid_handle);
    state.handles.free(*slot);
    *handle = CvarHandle::null;
    return Code::success;
  });
}

[[gnu::always_inline]] inline bool Engine::State::read_directly(CvarHandle handle,
                                                                void* buf) const {
  const CvarSlot* const slot = handles_without_mutex().find(handle);
  // No handle is alive while the interface is not initialized, so live handles need no check of
  // that.
  const bool can = slot != nullptr && slot->direct != nullptr && buf != nullptr &&
                   slot->variable->active.load(std::memory_order_acquire);
  if (can) copy_word(buf, slot->direct, slot->direct_bytes);
  return can;
}

Code Engine::cvar_read(CvarHandle handle, void* buf) {
  const State& state = *state_;
  // No other thread can free the handle meanwhile.
  if (single_threaded() && state.read_directly(handle, buf)) [[likely]]
    return Code::success;
  return state.read(handle, buf);
}

Code Engine::State::read(CvarHandle handle, void* buf) const {
  const Visit visit;
  if (read_directly(handle, buf)) return Code::success;
  const CvarSlot* const slot = handles_without_mutex().find(handle);
  if (slot == nullptr) return refuse(ready() ? Code::invalid_handle : Code::not_initialized);
  if (!slot->variable->active) return Code::invalid_handle;
  if (buf == nullptr) return refuse(Code::invalid);
  if (!slot->variable->spec.get) {
    slot->variable->value.read(buf);
    return Code::success;
  }
  // The component's callback may lock.
  if (!accessible()) return Code::not_accessible;
  slot->variable->spec.get(slot->object, buf);
  return Code::success;
}

Code Engine::cvar_write(CvarHandle handle, const void* buf) {
  try {
    return state_->cvar_write(handle, buf);
  } catch (const std::bad_alloc&) {  // here or in the component
    return Code::memory;
  }
}

Code Engine::State::cvar_write(CvarHandle handle, const void* buf) {
  if (const Code code = entry(); code != Code::success) return code;
  const Visit visit;
  const CvarSlot* const slot = handles_without_mutex().find(handle);
  if (slot == nullptr) return refuse(Code::invalid_handle);
  if (!slot->variable->active) return Code::invalid_handle;
  if (buf == nullptr) return refuse(Code::invalid);
  CvarRecord& variable = *slot->variable;
  const CvarSpec& spec = variable.spec;
  if (spec.scope == Scope::constant) return Code::cvar_set_never;
  if (spec.scope == Scope::readonly) return behaviour.write_readonly;
  if (spec.kept_by_component() && !spec.set) return Code::cvar_set_never;

  const auto count = static_cast<std::size_t>(slot->count);
  // A copy, so that the checked value is the written one even if the user changes buf meanwhile.
  std::vector<std::byte> bytes(count * size_of(spec.datatype));
  if (spec.datatype == Datatype::char_) {
    // The user's buffer is defined only up to its null.
    const std::size_t length = strnlen(static_cast<const char*>(buf), count);
    if (length == count) return Code::invalid;
    // Another handle may have fewer elements.
    if (spec.bind == Bind::no_object && length >= static_cast<std::size_t>(spec.count)) {
      return Code::cvar_set_not_now;
    }
    std::memcpy(bytes.data(), buf, length);
  } else {
    std::memcpy(bytes.data(), buf, bytes.size());
  }
  for (std::size_t i = 0; i != count; ++i) {
    if (!is_item(variable.enumeration, load_element(bytes.data(), i, spec.datatype))) {
      return Code::invalid;
    }
  }

  // The component sees one write at a time, and the value is that of the last one that it accepted.
  const std::lock_guard lock(variable.writing);
  if (variable.never) return Code::cvar_set_never;
  if (spec.set) {
    switch (spec.set(slot->object, bytes.data())) {
      case Code::success:
        break;
      case Code::cvar_set_never:
        variable.never = true;
        return Code::cvar_set_never;
      default:
        return Code::cvar_set_not_now;
    }
  }
  if (!spec.kept_by_component()) variable.value.write(bytes.data());
  return Code::success;
}

}  // namespace mpit
