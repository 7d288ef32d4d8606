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

// The storage of a variable for the object, or null if there is none.
std::shared_ptr<Storage> storage_for(const PvarSpec& spec, const void* obj_handle) {
  if (spec.storage != nullptr) return spec.storage;
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
  state.pvar_answers.emplace_back() = {packed(spec, state.texts), spec.var_class, spec.readonly,
                                       spec.continuous, spec.atomic};
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
  at(state_->pvar_answers, pvar_index).active = false;
}

int Engine::find_pvar(std::string_view name, PvarClass var_class) const {
  const std::lock_guard lock(state_->mutex);
  return state_->pvars_by_name.find(name, static_cast<int>(var_class));
}

Code Engine::pvar_get_num(int* num_pvar) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (num_pvar == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  *num_pvar = static_cast<int>(state.pvars.size());
  return Code::success;
}

Code Engine::pvar_get_info(int pvar_index, char* name, int* name_len, int* verbosity,
                           int* var_class, Datatype* datatype, EnumType* enumtype, char* desc,
                           int* desc_len, int* bind, int* readonly, int* continuous, int* atomic) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  const std::lock_guard lock(state.mutex);
  if (!in_range(pvar_index, state.pvars)) return state.refuse(Code::invalid_index);
  const PvarAnswer& answer = at(state.pvar_answers, pvar_index);
  if (!answer.active && state.behaviour.inactive_info != Code::success) {
    return state.behaviour.inactive_info;
  }
  put_text(answer.texts.name(), name, name_len, state.behaviour);
  put(verbosity, answer.verbosity);
  put(var_class, answer.var_class);
  put(datatype, answer.datatype);
  put_enumtype(enumtype, answer.datatype, answer.enumtype, state.behaviour);
  put_text(answer.texts.desc(), desc, desc_len, state.behaviour);
  put(bind, answer.bind);
  put(readonly, answer.readonly);
  put(continuous, answer.continuous);
  put(atomic, answer.atomic);
  return Code::success;
}

Code Engine::pvar_get_index(const char* name, int var_class, int* pvar_index) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (name == nullptr || pvar_index == nullptr) return state.refuse(Code::invalid);
  const PvarClass asked{var_class};
  if (asked < PvarClass::state || asked > PvarClass::generic) {
    return state.refuse(state.behaviour.pvar_no_class);
  }
  return put_index(find_pvar(name, asked), pvar_index);
}

Code Engine::pvar_session_create(PvarSession* session) {
  State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (session == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  if (!state.ready()) return state.refuse(Code::not_initialized);
  if (const Code code = state.room(); code != Code::success) return code;
  try {
    SessionSlot* const slot = state.sessions.acquire(state.behaviour.max_sessions);
    if (slot == nullptr) return Code::out_of_sessions;
    *session = PvarSession{state.sessions.publish(*slot)};
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
  return Code::success;
}

Code Engine::pvar_session_free(PvarSession* session) {
  State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (session == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  SessionSlot* const slot = state.sessions.find(static_cast<Word>(*session));
  if (slot == nullptr) return state.refuse(Code::invalid_session);
  state.free_session(*slot);
  *session = PvarSession::null;
  return Code::success;
}

Code Engine::pvar_handle_alloc(PvarSession session, int pvar_index, const void* obj_handle,
                               PvarHandle* handle, int* count) {
  State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (state.sessions.find(static_cast<Word>(session)) == nullptr)
    return state.refuse(Code::invalid_session);
  if (handle == nullptr || count == nullptr) return state.refuse(Code::invalid);
  const PvarRecord* variable = nullptr;
  {
    const std::lock_guard lock(state.mutex);
    if (!in_range(pvar_index, state.pvars)) return state.refuse(Code::invalid_index);
    variable = &at(state.pvars, pvar_index);
  }
  if (!variable->active) return Code::invalid_index;
  try {
    std::shared_ptr<Storage> storage = storage_for(variable->spec, obj_handle);
    if (storage == nullptr) return state.refuse(Code::invalid_handle);
    const std::lock_guard lock(state.mutex);
    SessionSlot* const in = state.sessions.find(static_cast<Word>(session));
    if (in == nullptr) return state.refuse(Code::invalid_session);
    const Code room = state.room_for_handle(state.pvar_handles, *variable);
    if (room != Code::success) return room;
    PvarSlot* const slot = state.pvar_handles.acquire(state.behaviour.max_handles);
    if (slot == nullptr) return Code::out_of_handles;
    bool is_set_up = false;
    try {
      set_up(*slot, *variable, std::move(storage));
      is_set_up = true;
      if (state.behaviour.continuous_sums == Behaviour::ContinuousSums::of_machine) {
        count_since_boot(*slot);
      }
      store_in_order(slot->session, static_cast<Word>(session));
      slot->place_in_session = in->handles.add(slot);
    } catch (const std::bad_alloc&) {
      if (is_set_up) take_down(*slot);
      state.pvar_handles.put_back(*slot);
      throw;
    }
    *handle = PvarHandle{state.pvar_handles.publish(*slot)};
    *count = slot->storage->count();
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
  return Code::success;
}

Code Engine::pvar_handle_free(PvarSession session, PvarHandle* handle) {
  State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (state.sessions.find(static_cast<Word>(session)) == nullptr)
    return state.refuse(Code::invalid_session);
  if (handle == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  PvarSlot* const slot = state.find_handle(session, *handle);
  if (slot == nullptr) return state.why_not_found(session, *handle);
  state.free_handle(*slot);
  *handle = PvarHandle::null;
  return Code::success;
}

void Engine::State::free_handle(PvarSlot& slot) {
  pvar_handles.withdraw(slot);
  if (SessionSlot* const in = sessions.find(slot.session); in != nullptr) {
    in->handles.remove(slot.place_in_session);
  }
  reclaim_in_time(pvar_handles, slot, take_down);
}

void Engine::State::free_session(SessionSlot& slot) {
  const bool freed = behaviour.session_free == Behaviour::LiveHandles::freed;
  slot.handles.for_each([&](PvarSlot& handle) {
    if (freed) {
      free_handle(handle);
    } else {
      slot.handles.remove(handle.place_in_session);
      handle.session.store(0, std::memory_order_release);  // unusable from here on
    }
  });
  sessions.withdraw(slot);
  reclaim_in_time(sessions, slot, [](SessionSlot&) {});
  reclaim();  // at once: the next session shall find its memory
}

void Engine::State::reclaim() noexcept {
  if (retired == 0 && !waiting) return;
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
