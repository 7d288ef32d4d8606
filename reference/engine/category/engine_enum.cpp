// SPDX-License-Identifier: BSD-3-Clause
// Enumerations (MPI-5.0 §15.3.5).
#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "reference/engine/core/registering.hpp"
#include "reference/engine/core/state.hpp"
#include "reference/engine/core/text.hpp"

namespace mpit {

EnumType Engine::add_enum(EnumSpec spec) {
  State& state = *state_;
  if (state.editor != nullptr) state.editor->edit(spec);
  if (spec.name.empty()) throw std::invalid_argument("enumeration without name");
  if (spec.items.empty()) throw std::invalid_argument(spec.name + ": enumeration without items");
  std::set<std::string_view> names;
  for (const EnumItem& item : spec.items) {
    if (item.name.empty()) throw std::invalid_argument(spec.name + ": item without name");
    if (!names.insert(item.name).second) {
      throw std::invalid_argument(spec.name + ": two items " + item.name);
    }
  }
  const Lock lock(state.mutex);
  Registering registering(state.enumerations);
  const EnumType added = state.enumerations.add(std::move(spec));
  registering.complete();
  return added;
}

EnumType Enumerations::add(EnumSpec spec) {
  const auto index = static_cast<std::uint32_t>(records_.size());
  if (records_.find(spec.name) != -1) {
    throw std::invalid_argument(spec.name + ": enumeration exists");
  }
  auto record = std::make_unique<const EnumSpec>(std::move(spec));
  const std::string_view name = record->name;
  records_.add(std::move(record), name);
  return EnumType{make_word(WordKind::enumeration, index)};
}

void Engine::withdraw_enum(EnumType enumtype) noexcept {
  const Lock lock(state_->mutex);
  state_->enumerations.withdraw(enumtype);
}

void Enumerations::withdraw(EnumType enumtype) noexcept {
  records_.withdraw(slot_of(static_cast<Word>(enumtype)));
}

const EnumSpec* Enumerations::find(EnumType enumtype) const noexcept {
  const Word word = static_cast<Word>(enumtype);
  const std::uint32_t index = slot_of(word);
  if (index >= records_.size() || word != make_word(WordKind::enumeration, index)) return nullptr;
  return records_.get(index).get();
}

bool is_item(const EnumSpec* enumeration, std::uint64_t word) {
  return enumeration == nullptr ||
         std::any_of(enumeration->items.begin(), enumeration->items.end(),
                     [&](const EnumItem& item) { return item.value == static_cast<int>(word); });
}

const EnumSpec* Enumerations::of(const std::string& variable, Datatype datatype,
                                 EnumType enumtype) const {
  if (enumtype == EnumType::null) return nullptr;
  if (datatype != Datatype::int_) {
    throw std::invalid_argument(variable + ": enumeration on a datatype other than MPI_INT");
  }
  const EnumSpec* const found = find(enumtype);
  if (found == nullptr) throw std::invalid_argument(variable + ": unknown enumeration");
  return found;
}

Code Engine::enum_get_info(EnumType enumtype, int* num, char* name, int* name_len) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    const EnumSpec* const found = state.enumerations.find(enumtype);
    if (found == nullptr) return state.refuse(state.behaviour.enum_bad_handle);
    put(num, found->items.size());
    put_text(found->name, name, name_len, state.behaviour);
    return Code::success;
  });
}

Code Engine::enum_get_item(EnumType enumtype, int index, int* value, char* name, int* name_len) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    const EnumSpec* const found = state.enumerations.find(enumtype);
    if (found == nullptr) return state.refuse(state.behaviour.enum_bad_handle);
    if (!in_range(index, found->items)) return state.refuse(state.behaviour.enum_bad_item);
    if (value == nullptr) return state.refuse(Code::invalid);
    const EnumItem& item = at(found->items, index);
    *value = item.value;
    put_text(item.name, name, name_len, state.behaviour);
    return Code::success;
  });
}

}  // namespace mpit
