// SPDX-License-Identifier: BSD-3-Clause
// Control variables: handles and access (MPI-5.0 §15.3.6).
#include <cstring>
#include <vector>

#include "engine/state.hpp"
#include "engine/value.hpp"

namespace mpit {

namespace {

const void* direct_of(const CvarRecord& variable) {
  const CvarSpec& spec = variable.spec;
  if (spec.get) return nullptr;
  return spec.memory ? spec.memory.get() : variable.value.word();
}

}  // namespace

Code Engine::cvar_handle_alloc(int cvar_index, const void* obj_handle, CvarHandle* handle,
                               int* count) {
  State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (handle == nullptr || count == nullptr) return state.refuse(Code::invalid);
  CvarRecord* variable = nullptr;
  {
    const std::lock_guard lock(state.mutex);
    if (!in_range(cvar_index, state.cvars)) return state.refuse(Code::invalid_index);
    variable = &at(state.cvars, cvar_index);
  }
  if (!variable->active) return Code::invalid_index;
  ObjectWord object = 0;
  int elements = variable->spec.count;
  if (variable->spec.bind != Bind::no_object) {
    if (obj_handle == nullptr) return state.refuse(Code::invalid_handle);
    object = object_word(obj_handle);
    if (variable->spec.count_of) elements = variable->spec.count_of(object);
    if (elements < 1) return state.refuse(Code::invalid_handle);
  }
  const std::lock_guard lock(state.mutex);
  if (!state.ready()) return state.refuse(Code::not_initialized);
  try {
    CvarSlot* const slot = state.cvar_handles.acquire(state.behaviour.max_handles);
    if (slot == nullptr) return Code::out_of_handles;
    slot->variable = variable;
    slot->direct = direct_of(*variable);
    slot->direct_bytes = static_cast<std::uint32_t>(size_of(variable->spec.datatype)) *
                         static_cast<std::uint32_t>(elements);
    slot->object = object;
    slot->count = elements;
    *handle = CvarHandle{state.cvar_handles.publish(*slot)};
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
  *count = elements;
  return Code::success;
}

Code Engine::cvar_handle_free(CvarHandle* handle) {
  State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (handle == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  CvarSlot* const slot = state.cvar_handles.find(static_cast<Word>(*handle));
  if (slot == nullptr) return state.refuse(Code::invalid_handle);
  state.cvar_handles.withdraw(*slot);
  state.cvar_handles.put_back(*slot);
  *handle = CvarHandle::null;
  return Code::success;
}

Code Engine::cvar_read(CvarHandle handle, void* buf) {
  const State& state = *state_;
  const CvarSlot* const slot = state.cvar_handles.find(static_cast<Word>(handle));
  // Without the interface no handle is alive, so it need not be asked after for those that are.
  if (slot != nullptr && slot->direct != nullptr && buf != nullptr &&
      slot->variable->active.load(std::memory_order_acquire)) [[likely]] {
    copy_word(buf, slot->direct, slot->direct_bytes);
    return Code::success;
  }
  return state.cvar_read_otherwise(slot, buf);
}

Code Engine::State::cvar_read_otherwise(const CvarSlot* slot, void* buf) const {
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
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  const CvarSlot* const slot = state.cvar_handles.find(static_cast<Word>(handle));
  if (slot == nullptr) return state.refuse(Code::invalid_handle);
  if (!slot->variable->active) return Code::invalid_handle;
  if (buf == nullptr) return state.refuse(Code::invalid);
  CvarRecord& variable = *slot->variable;
  const CvarSpec& spec = variable.spec;
  if (spec.scope == Scope::constant) return Code::cvar_set_never;
  if (spec.scope == Scope::readonly) return state.behaviour.write_readonly;
  if (spec.kept_by_component() && !spec.set) return Code::cvar_set_never;

  const auto count = static_cast<std::size_t>(slot->count);
  // A copy: what is checked is what is written, whatever the user does to buf meanwhile.
  std::vector<std::byte> bytes;
  try {
    bytes.resize(count * size_of(spec.datatype));
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
  if (spec.datatype == Datatype::char_) {
    // The user's buffer is defined up to its null only.
    const std::size_t length = strnlen(static_cast<const char*>(buf), count);
    if (length == count) return Code::invalid;
    std::memcpy(bytes.data(), buf, length);
  } else {
    std::memcpy(bytes.data(), buf, bytes.size());
  }
  for (std::size_t i = 0; i != count; ++i) {
    if (!is_item(variable.enumeration, load_element(bytes.data(), i, spec.datatype))) {
      return Code::invalid;
    }
  }

  // The component sees one write at a time, and the value is that of the last one it accepted.
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
