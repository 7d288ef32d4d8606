// SPDX-License-Identifier: BSD-3-Clause
// Performance variables: registration and queries, sessions and handles (MPI-5.0 §15.3.7): the part
// that may lock.
#include <stdexcept>
#include <utility>

#include "reference/engine/core/registering.hpp"
#include "reference/engine/core/text.hpp"
#include "reference/engine/pvar/pvar_rules.hpp"
#include "reference/engine/pvar/watermark.hpp"

namespace mpit {

namespace {

// The storage that the component returns for the object; null if it refuses the object.
std::shared_ptr<Storage> storage_of_object(const PvarSpec& spec, const void* obj_handle) {
  const bool bound = spec.bind != Bind::no_object;
  if (bound && obj_handle == nullptr) return nullptr;
  auto storage = spec.resolve(bound ? object_word(obj_handle) : 0);
  if (storage != nullptr && !storage_fits(*storage, spec)) storage.reset();
  return storage;
}

}  // namespace

int Engine::add_pvar(PvarSpec spec) {
  State& state = *state_;
  if (state.editor != nullptr && !state.editor->edit(spec)) return -1;
  const auto refuse = [&](const char* why) { throw std::invalid_argument(spec.name + ": " + why); };
  if (spec.name.empty()) refuse("performance variable without name");
  if (!class_allows(spec.var_class, spec.datatype, state.behaviour)) {
    refuse("datatype that the class does not have");
  }
  if ((spec.storage != nullptr) == (spec.resolve != nullptr) ||
      (spec.bind != Bind::no_object && spec.resolve == nullptr)) {
    refuse("needs storage or resolve, with object resolve");
  }
  if (spec.storage != nullptr && !storage_fits(*spec.storage, spec)) {
    refuse("storage of another kind");
  }
  const std::lock_guard lock(state.mutex);
  const EnumSpec* const enumeration = state.enumeration_of(spec.name, spec.datatype, spec.enumtype);
  const int kind = static_cast<int>(spec.var_class);
  if (state.pvars_by_name.find(spec.name, kind) != -1) {
    refuse("performance variable exists in this class");
  }
  const int index = static_cast<int>(state.pvars.size());
  const CellKind& cells = cells_of(spec, state.behaviour);
  State::Registering registering(state);
  state.pvar_properties.emplace_back() = {packed(spec, state.texts), true,        spec.readonly,
                                          spec.continuous,           spec.atomic, spec.var_class};
  const PvarRecord& added =
      *state.pvars.emplace_back(std::make_unique<PvarRecord>(std::move(spec), cells, enumeration));
  state.pvars_by_name.add(added.spec.name, kind, index);
  state.join(added.spec.category, &CategoryRecord::pvars, index);
  registering.complete();
  return index;
}

void Engine::deactivate_pvar(int pvar_index) {
  const std::lock_guard lock(state_->mutex);
  at(state_->pvars, pvar_index).active.store(false, std::memory_order_seq_cst);
  at(state_->pvar_properties, pvar_index).active = false;
}

int Engine::find_pvar(std::string_view name, PvarClass var_class) const {
  const std::lock_guard lock(state_->mutex);
  return state_->pvars_by_name.find(name, static_cast<int>(var_class));
}

Code Engine::pvar_get_num(int* num_pvar) {
  return state_->run_if_initialized([=](State& state) {
    if (num_pvar == nullptr) return state.refuse(Code::invalid);
    *num_pvar = static_cast<int>(state.pvars.size());
    return Code::success;
  });
}

Code Engine::find(int pvar_index, PvarProperties& copy, const PvarProperties*& found) const {
  return state_->find(state_->pvar_properties, pvar_index, copy, found);
}

Code Engine::pvar_get_index(const char* name, int var_class, int* pvar_index) {
  return state_->run_if_initialized([=](State& state) {
    if (name == nullptr || pvar_index == nullptr) return state.refuse(Code::invalid);
    const PvarClass asked{var_class};
    if (asked < PvarClass::state || asked > PvarClass::generic) {
      return state.refuse(state.behaviour.pvar_no_class);
    }
    return put_index(state.pvars_by_name.find(name, var_class), pvar_index);
  });
}

Code Engine::pvar_session_create(PvarSession* session) {
  return state_->run_if_initialized([=](State& state) {
    if (session == nullptr) return state.refuse(Code::invalid);
    if (const Code code = state.room(); code != Code::success) return code;
    try {
      SessionSlot* const slot = state.sessions.acquire(state.behaviour.max_sessions);
      if (slot == nullptr) return Code::out_of_sessions;
      *session = PvarSession{state.sessions.publish(*slot)};
    } catch (const std::bad_alloc&) {
      return Code::memory;
    }
    return Code::success;
  });
}

Code Engine::pvar_session_free(PvarSession* session) {
  return state_->run_if_initialized([=](State& state) {
    if (session == nullptr) return state.refuse(Code::invalid);
    SessionSlot* const slot = state.sessions.find(static_cast<Word>(*session));
    if (slot == nullptr) return state.refuse(Code::invalid_session);
    state.free_session(*slot);
    *session = PvarSession::null;
    return Code::success;
  });
}

Code Engine::pvar_handle_alloc(PvarSession session, int pvar_index, const void* obj_handle,
                               PvarHandle* handle, int* count) {
  const PvarRecord* of_objects = nullptr;
  const Code code = state_->run_if_initialized([=, &of_objects](State& state) {
    if (state.sessions.find(static_cast<Word>(session)) == nullptr)
      return state.refuse(Code::invalid_session);
    if (handle == nullptr || count == nullptr) return state.refuse(Code::invalid);
    if (!in_range(pvar_index, state.pvars)) return state.refuse(Code::invalid_index);
    const PvarRecord& variable = at(state.pvars, pvar_index);
    if (!variable.active) return state.behaviour.inactive_allocation;
    if (variable.spec.storage != nullptr) {
      return state.allocate(session, variable, variable.spec.storage, handle, count);
    }
    of_objects = &variable;
    return Code::success;
  });
  if (of_objects == nullptr) return code;
  try {
    // Without the mutex, since the component may call the engine.
    const std::shared_ptr<Storage> storage = storage_of_object(of_objects->spec, obj_handle);
    if (storage == nullptr) return state_->refuse(Code::invalid_handle);
    return state_->run_if_initialized(
        [&](State& state) { return state.allocate(session, *of_objects, storage, handle, count); });
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
}

Code Engine::State::allocate(PvarSession session, const PvarRecord& variable,
                             const std::shared_ptr<Storage>& storage, PvarHandle* handle,
                             int* count) {
  SessionSlot* const in = sessions.find(static_cast<Word>(session));
  if (in == nullptr) return refuse(Code::invalid_session);
  const Code room = room_for_handle(pvar_handles, variable);
  if (room != Code::success) return room;
  PvarSlot* slot = nullptr;
  bool is_set_up = false;
  try {
    slot = pvar_handles.acquire(behaviour.max_handles);
    if (slot == nullptr) return Code::out_of_handles;
    set_up(*slot, variable, storage);
    is_set_up = true;
    if (behaviour.continuous_sums == Behaviour::ContinuousSums::of_machine) count_since_boot(*slot);
    store_in_order(slot->session, static_cast<Word>(session));
    slot->place_in_session = in->handles.add(slot);
  } catch (const std::bad_alloc&) {
    if (is_set_up) take_down(*slot);
    if (slot != nullptr) pvar_handles.put_back(*slot);
    return Code::memory;
  }
  *handle = PvarHandle{pvar_handles.publish(*slot)};
  *count = slot->storage->count();
  return Code::success;
}

Code Engine::pvar_handle_free(PvarSession session, PvarHandle* handle) {
  return state_->run_if_initialized([=](State& state) {
    if (state.sessions.find(static_cast<Word>(session)) == nullptr)
      return state.refuse(Code::invalid_session);
    if (handle == nullptr) return state.refuse(Code::invalid);
    PvarSlot* const slot = state.find_handle(session, *handle);
    if (slot == nullptr) return state.why_not_found(session, *handle);
    state.free_handle(*slot);
    *handle = PvarHandle::null;
    return Code::success;
  });
}

void Engine::State::free_handle(PvarSlot& slot) {
  pvar_handles.withdraw(slot);
  if (SessionSlot* const in = sessions.find(slot.session); in != nullptr) {
    in->handles.remove(slot.place_in_session);
  }
  reclaim_in_time(pvar_handles, slot, take_down);
}

void Engine::State::free_session(SessionSlot& slot) {
  if (!slot.handles.unused()) free_handles(slot);
  sessions.withdraw(slot);
  reclaim_in_time(sessions, slot, [](SessionSlot&) {});
  reclaim_if_any();  // at once, so that the next session can reuse the memory
}

void Engine::State::free_handles(SessionSlot& slot) {
  const bool freed = behaviour.session_free == Behaviour::LiveHandles::freed;
  slot.handles.for_each([&](PvarSlot& handle) {
    if (freed) {
      free_handle(handle);
    } else {
      slot.handles.remove(handle.place_in_session);
      handle.session.store(0, std::memory_order_release);  // unusable from here on
    }
  });
}

void Engine::State::reclaim() noexcept {
  retired = 0;
  if (!waiting) {
    pvar_handles.let_wait();
    cvar_handles.let_wait();
    sessions.let_wait();
    waiting_for = Visit::close_epoch();
    waiting = true;
  }
  if (Visit::all_newer_than(waiting_for)) reclaim_waiting();
}

void Engine::State::reclaim_waiting() noexcept {
  pvar_handles.reclaim(take_down);
  cvar_handles.reclaim([](CvarSlot&) {});
  sessions.reclaim([](SessionSlot&) {});
  waiting = false;
}

}  // namespace mpit
