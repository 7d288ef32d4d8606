// SPDX-License-Identifier: BSD-3-Clause
// Enumerations (MPI-5.0 §15.3.5).
#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "reference/engine/core/registering.hpp"
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
  const std::lock_guard lock(state.mutex);
  const auto index = static_cast<int>(state.enums.size());
  if (state.enums_by_name.find(spec.name) != -1) {
    throw std::invalid_argument(spec.name + ": enumeration exists");
  }
  State::Registering registering(state);
  const EnumSpec& added = *state.enums.emplace_back(std::make_unique<EnumSpec>(std::move(spec)));
  state.enums_by_name.add(added.name, 0, index);
  registering.complete();
  return EnumType{make_word(WordKind::enumeration, static_cast<std::uint32_t>(index))};
}

void Engine::withdraw_enum(EnumType enumtype) noexcept {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  std::unique_ptr<EnumSpec>& withdrawn = state.enums[slot_of(static_cast<Word>(enumtype))];
  state.enums_by_name.forget(withdrawn->name);
  withdrawn.reset();
}

const EnumSpec* Engine::State::find_enum(EnumType enumtype) const {
  const Word word = static_cast<Word>(enumtype);
  const std::uint32_t index = slot_of(word);
  if (index >= enums.size() || word != make_word(WordKind::enumeration, index)) return nullptr;
  return enums[index].get();
}

bool is_item(const EnumSpec* enumeration, std::uint64_t word) {
  return enumeration == nullptr ||
         std::any_of(enumeration->items.begin(), enumeration->items.end(),
                     [&](const EnumItem& item) { return item.value == static_cast<int>(word); });
}

const EnumSpec* Engine::State::enumeration_of(const std::string& variable, Datatype datatype,
                                              EnumType enumtype) const {
  if (enumtype == EnumType::null) return nullptr;
  if (datatype != Datatype::int_) {
    throw std::invalid_argument(variable + ": enumeration on a datatype other than MPI_INT");
  }
  const EnumSpec* const found = find_enum(enumtype);
  if (found == nullptr) throw std::invalid_argument(variable + ": unknown enumeration");
  return found;
}

Code Engine::enum_get_info(EnumType enumtype, int* num, char* name, int* name_len) {
  return state_->run_if_initialized([=](State& state) {
    const EnumSpec* const found = state.find_enum(enumtype);
    if (found == nullptr) return state.refuse(state.behaviour.enum_bad_handle);
    put(num, found->items.size());
    put_text(found->name, name, name_len, state.behaviour);
    return Code::success;
  });
}

Code Engine::enum_get_item(EnumType enumtype, int index, int* value, char* name, int* name_len) {
  return state_->run_if_initialized([=](State& state) {
    const EnumSpec* const found = state.find_enum(enumtype);
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
