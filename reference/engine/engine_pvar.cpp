// SPDX-License-Identifier: BSD-3-Clause
// Performance variables: registration and queries (MPI-5.0 §15.3.7).
#include <stdexcept>
#include <utility>

#include "engine/pvar_rules.hpp"
#include "engine/state.hpp"
#include "engine/text.hpp"

namespace mpit {

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
  state.check_enumeration(spec.name, spec.datatype, spec.enumtype);
  const int kind = static_cast<int>(spec.var_class);
  if (state.pvars_by_name.find(spec.name, kind) != -1) {
    refuse("performance variable exists in this class");
  }
  const int index = static_cast<int>(state.pvars.size());
  const std::string category = spec.category;
  const CellKind& cells = cells_of(spec, state.behaviour);
  const EnumSpec* const enumeration = state.find_enum(spec.enumtype);
  state.pvar_answers.resize(state.pvars.size() + 1);
  state.pvar_answers.back() = PvarAnswer(spec, state.texts);
  const PvarRecord& added =
      *state.pvars.emplace_back(std::make_unique<PvarRecord>(std::move(spec), cells, enumeration));
  state.pvars_by_name.add(added.spec.name, kind, index);
  state.join(category, &CategoryRecord::pvars, index);
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
  return put_index(find_pvar(name, PvarClass{var_class}), pvar_index);
}

}  // namespace mpit
