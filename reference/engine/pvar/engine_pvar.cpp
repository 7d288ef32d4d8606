// SPDX-License-Identifier: BSD-3-Clause
// Performance variables: registration and queries, sessions and handles (MPI-5.0 §15.3.7): the part
// that may lock.
#include <stdexcept>
#include <utility>

#include "reference/engine/core/registering.hpp"
#include "reference/engine/core/state.hpp"
#include "reference/engine/core/text.hpp"
#include "reference/engine/pvar/pvar_rules.hpp"

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
  const Lock lock(state.mutex);
  const EnumSpec* const enumeration =
      state.enumerations.of(spec.name, spec.datatype, spec.enumtype);
  const int kind = static_cast<int>(spec.var_class);
  const int index = state.pvars.records().count();
  if (state.pvars.records().find(spec.name, kind) != -1) {
    refuse("performance variable exists in this class");
  }
  const CellKind& cells = cells_of(spec, state.behaviour);
  Registering registering(state.pvars, state.categories);
  const PvarProperties properties{{},          true,          spec.readonly, spec.continuous,
                                  spec.atomic, spec.var_class};
  const PvarRecord& added = state.pvars.add(
      std::make_unique<PvarRecord>(std::move(spec), cells, enumeration), properties, kind);
  state.categories.join(added.spec.category, Member::pvar, index);
  registering.complete();
  return index;
}

void Engine::deactivate_pvar(int pvar_index) {
  const Lock lock(state_->mutex);
  state_->pvars.deactivate(pvar_index);
}

int Engine::find_pvar(std::string_view name, PvarClass var_class) const {
  const Lock lock(state_->mutex);
  return state_->pvars.records().find(name, static_cast<int>(var_class));
}

Code Engine::pvar_get_num(int* num_pvar) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (num_pvar == nullptr) return state.refuse(Code::invalid);
    *num_pvar = state.pvars.records().count();
    return Code::success;
  });
}

Code Engine::find(int pvar_index, PvarProperties& copy, const PvarProperties*& found) const {
  return state_->find(&State::pvars, pvar_index, copy, found);
}

Code Engine::pvar_get_index(const char* name, int var_class, int* pvar_index) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (name == nullptr || pvar_index == nullptr) return state.refuse(Code::invalid);
    const PvarClass asked{var_class};
    if (asked < PvarClass::state || asked > PvarClass::generic) {
      return state.refuse(state.behaviour.pvar_no_class);
    }
    return put_index(state.pvars.records().find(name, var_class), pvar_index);
  });
}

Code Engine::pvar_session_create(PvarSession* session) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (session == nullptr) return state.refuse(Code::invalid);
    return state.handles.create(session);
  });
}

Code Engine::pvar_session_free(PvarSession* session) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (session == nullptr) return state.refuse(Code::invalid);
    SessionSlot* const slot = state.handles.find(*session);
    if (slot == nullptr) return state.refuse(Code::invalid_session);
    state.handles.free(*slot);
    *session = PvarSession::null;
    return Code::success;
  });
}

Code Engine::pvar_handle_alloc(PvarSession session, int pvar_index, const void* obj_handle,
                               PvarHandle* handle, int* count) {
  const PvarRecord* of_objects = nullptr;
  const Code code =
      state_->run_if_initialized([=, &of_objects](State& state) MPIT_REQUIRES(state.mutex) {
        SessionSlot* const in = state.handles.find(session);
        if (in == nullptr) return state.refuse(Code::invalid_session);
        if (handle == nullptr || count == nullptr) return state.refuse(Code::invalid);
        if (!in_range(pvar_index, state.pvars.records())) return state.refuse(Code::invalid_index);
        const PvarRecord& variable = at(state.pvars.records(), pvar_index);
        if (!variable.active) return state.behaviour.inactive_allocation;
        if (variable.spec.storage != nullptr) {
          return state.handles.allocate(*in, variable, variable.spec.storage, handle, count);
        }
        of_objects = &variable;
        return Code::success;
      });
  if (of_objects == nullptr) return code;
  try {
    // Without the mutex, since the component may call the engine.
    const std::shared_ptr<Storage> storage = storage_of_object(of_objects->spec, obj_handle);
    if (storage == nullptr) return state_->refuse(Code::invalid_handle);
    return state_->run_if_initialized([&](State& state) MPIT_REQUIRES(state.mutex) {
      SessionSlot* const in = state.handles.find(session);
      if (in == nullptr) return state.refuse(Code::invalid_session);
      return state.handles.allocate(*in, *of_objects, storage, handle, count);
    });
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
}

Code Engine::pvar_handle_free(PvarSession session, PvarHandle* handle) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (state.handles.find(session) == nullptr) return state.refuse(Code::invalid_session);
    if (handle == nullptr) return state.refuse(Code::invalid);
    PvarSlot* const slot = state.handles.find(session, *handle);
    if (slot == nullptr) return state.why_not_found(session, *handle);
    state.handles.free(*slot);
    *handle = PvarHandle::null;
    return Code::success;
  });
}

}  // namespace mpit
