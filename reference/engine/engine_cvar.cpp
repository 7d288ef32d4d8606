// SPDX-License-Identifier: BSD-3-Clause
// Control variables: registration and queries (MPI-5.0 §15.3.6).
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/state.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"

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

}  // namespace

CvarRecord::CvarRecord(CvarSpec of, const EnumSpec* values)
    : spec(std::move(of)), enumeration(values), value(owned_bytes(spec)) {
  std::vector<std::byte> bytes(spec.initial);
  bytes.resize(value.size());
  value.write(bytes.data());
}

int Engine::add_cvar(CvarSpec spec) {
  State& state = *state_;
  if (state.editor != nullptr && !state.editor->edit(spec)) return -1;
  check(spec);
  const std::lock_guard lock(state.mutex);
  state.check_enumeration(spec.name, spec.datatype, spec.enumtype);
  const auto index = static_cast<int>(state.cvars.size());
  if (state.cvars_by_name.find(spec.name) != -1) {
    throw std::invalid_argument(spec.name + ": control variable exists");
  }
  const std::string category = spec.category;
  const EnumSpec* const enumeration = state.find_enum(spec.enumtype);
  state.cvar_answers.resize(state.cvars.size() + 1);
  state.cvar_answers.back() = CvarAnswer(spec, state.texts);
  const CvarRecord& added =
      *state.cvars.emplace_back(std::make_unique<CvarRecord>(std::move(spec), enumeration));
  state.cvars_by_name.add(added.spec.name, 0, index);
  state.join(category, &CategoryRecord::cvars, index);
  return index;
}

void Engine::deactivate_cvar(int cvar_index) {
  const std::lock_guard lock(state_->mutex);
  at(state_->cvars, cvar_index).active.store(false, std::memory_order_release);
  at(state_->cvar_answers, cvar_index).active = false;
}

Code Engine::cvar_get_num(int* num_cvar) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (num_cvar == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  *num_cvar = static_cast<int>(state.cvars.size());
  return Code::success;
}

Code Engine::cvar_get_info(int cvar_index, char* name, int* name_len, int* verbosity,
                           Datatype* datatype, EnumType* enumtype, char* desc, int* desc_len,
                           int* bind, int* scope) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  const std::lock_guard lock(state.mutex);
  if (!in_range(cvar_index, state.cvars)) return state.refuse(Code::invalid_index);
  const CvarAnswer& answer = at(state.cvar_answers, cvar_index);
  if (!answer.active && state.behaviour.inactive_info != Code::success) {
    return state.behaviour.inactive_info;
  }
  put_text(answer.texts.name(), name, name_len, state.behaviour);
  put(verbosity, answer.verbosity);
  put(datatype, answer.datatype);
  put_enumtype(enumtype, answer.datatype, answer.enumtype, state.behaviour);
  put_text(answer.texts.desc(), desc, desc_len, state.behaviour);
  put(bind, answer.bind);
  put(scope, answer.scope);
  return Code::success;
}

Code Engine::cvar_get_index(const char* name, int* cvar_index) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (name == nullptr || cvar_index == nullptr) return state.refuse(Code::invalid);
  const std::lock_guard lock(state.mutex);
  return put_index(state.cvars_by_name.find(name), cvar_index);
}

}  // namespace mpit
