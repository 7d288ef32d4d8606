// SPDX-License-Identifier: BSD-3-Clause
// Categories (MPI-5.0 §15.3.9).
#include <algorithm>
#include <climits>
#include <stdexcept>

#include "reference/engine/core/registering.hpp"
#include "reference/engine/core/text.hpp"

namespace mpit {

namespace {

Member member_of(std::vector<int> CategoryRecord::*members) {
  if (members == &CategoryRecord::cvars) return Member::cvar;
  if (members == &CategoryRecord::pvars) return Member::pvar;
  if (members == &CategoryRecord::events) return Member::event;
  return Member::category;
}

}  // namespace

int Engine::add_category(std::string_view name, std::string_view desc, std::string_view parent) {
  State& state = *state_;
  CategorySpec spec{std::string(name), std::string(desc), std::string(parent)};
  if (state.editor != nullptr && !state.editor->edit(spec)) return -1;
  const std::lock_guard lock(state.mutex);
  State::Registering registering(state);
  const int index = state.category_named(spec.name, spec.desc);
  state.join(spec.parent, &CategoryRecord::categories, index);
  registering.complete();
  return index;
}

void Engine::add_cvar_to_category(int cat_index, int cvar_index) {
  const std::lock_guard lock(state_->mutex);
  if (!in_range(cvar_index, state_->cvars)) throw std::invalid_argument("no such cvar");
  state_->add_member(cat_index, &CategoryRecord::cvars, cvar_index);
}

void Engine::add_pvar_to_category(int cat_index, int pvar_index) {
  const std::lock_guard lock(state_->mutex);
  if (!in_range(pvar_index, state_->pvars)) throw std::invalid_argument("no such pvar");
  state_->add_member(cat_index, &CategoryRecord::pvars, pvar_index);
}

void Engine::add_category_to_category(int cat_index, int sub_index) {
  const std::lock_guard lock(state_->mutex);
  if (!in_range(sub_index, state_->categories)) throw std::invalid_argument("no such category");
  state_->add_member(cat_index, &CategoryRecord::categories, sub_index);
}

void Engine::rotate_sub_categories() {
  const std::lock_guard lock(state_->mutex);
  for (const auto& category : state_->categories) {
    std::vector<int>& list = category->categories;
    if (list.size() > 1) std::rotate(list.begin(), list.begin() + 1, list.end());
  }
  state_->category_information_changed();
}

int Engine::State::category_named(std::string_view name, std::string_view desc) {
  if (name.empty()) throw std::invalid_argument("category without name");
  if (const int known = categories_by_name.find(name); known != -1) return known;
  const auto index = static_cast<int>(categories.size());
  categories.push_back(std::make_unique<CategoryRecord>(texts.keep(name, desc)));
  categories_by_name.add(name, 0, index);
  category_information_changed();
  return index;
}

void Engine::State::join(std::string_view category, std::vector<int> CategoryRecord::*members,
                         int index) {
  if (editor != nullptr && !editor->joins(category, member_of(members), index)) return;
  if (!category.empty()) add_member(category_named(category, {}), members, index);
}

void Engine::State::add_member(int cat_index, std::vector<int> CategoryRecord::*members,
                               int index) {
  if (!in_range(cat_index, categories)) throw std::invalid_argument("no such category");
  if (members == &CategoryRecord::categories && contains(index, cat_index)) {
    throw std::invalid_argument("category would contain itself");
  }
  std::vector<int>& list = at(categories, cat_index).*members;
  if (std::find(list.begin(), list.end(), index) != list.end()) return;
  list.push_back(index);
  if (members == &CategoryRecord::events && behaviour.events_uncounted) return;
  category_information_changed();
}

void Engine::State::category_information_changed() {
  if (update_number != INT_MAX) ++update_number;
}

// Whether `other` is cat_index itself or one of its descendants.
bool Engine::State::contains(int cat_index, int other) const {
  if (cat_index == other) return true;
  const std::vector<int>& subs = at(categories, cat_index).categories;
  return std::any_of(subs.begin(), subs.end(), [&](int sub) { return contains(sub, other); });
}

Code Engine::category_get_num(int* num_cat) {
  return state_->run_if_initialized([=](State& state) {
    if (num_cat == nullptr) return state.refuse(Code::invalid);
    *num_cat = static_cast<int>(state.categories.size());
    return Code::success;
  });
}

Code Engine::find(int cat_index, CategoryProperties& properties) const {
  return state_->run_if_initialized([cat_index, &properties](State& state) {
    if (!in_range(cat_index, state.categories)) return state.refuse(Code::invalid_index);
    const CategoryRecord& category = at(state.categories, cat_index);
    // Member by member: a copy of the whole would wait for these stores.
    properties.texts = category.texts;
    properties.cvars = static_cast<int>(category.cvars.size());
    properties.pvars = static_cast<int>(category.pvars.size());
    properties.categories = static_cast<int>(category.categories.size());
    return Code::success;
  });
}

Code Engine::category_get_num_events(int cat_index, int* num_events) {
  return state_->run_if_initialized([=](State& state) {
    if (!in_range(cat_index, state.categories)) return state.refuse(Code::invalid_index);
    if (num_events == nullptr) return state.refuse(Code::invalid);
    *num_events = static_cast<int>(at(state.categories, cat_index).events.size());
    return Code::success;
  });
}

Code Engine::category_get_index(const char* name, int* cat_index) {
  return state_->run_if_initialized([=](State& state) {
    if (name == nullptr || cat_index == nullptr) return state.refuse(Code::invalid);
    return put_index(state.categories_by_name.find(name), cat_index);
  });
}

Code Engine::category_get_cvars(int cat_index, int len, int indices[]) {
  return state_->get_members(cat_index, &CategoryRecord::cvars, len, indices);
}

Code Engine::category_get_pvars(int cat_index, int len, int indices[]) {
  return state_->get_members(cat_index, &CategoryRecord::pvars, len, indices);
}

Code Engine::category_get_events(int cat_index, int len, int indices[]) {
  return state_->get_members(cat_index, &CategoryRecord::events, len, indices);
}

Code Engine::category_get_categories(int cat_index, int len, int indices[]) {
  return state_->get_members(cat_index, &CategoryRecord::categories, len, indices);
}

Code Engine::State::get_members(int cat_index, std::vector<int> CategoryRecord::*members, int len,
                                int indices[]) {
  return run_if_initialized([=](State& state) {
    if (!in_range(cat_index, state.categories)) return state.refuse(Code::invalid_index);
    if (len < 0 || (len > 0 && indices == nullptr)) return state.refuse(Code::invalid);
    const std::vector<int>& list = at(state.categories, cat_index).*members;
    const auto n = std::min(static_cast<std::ptrdiff_t>(len), std::ssize(list));
    if (state.behaviour.short_members == Behaviour::Members::last) {
      std::copy(list.end() - n, list.end(), indices);
    } else {
      std::copy(list.begin(), list.begin() + n, indices);
    }
    return Code::success;
  });
}

Code Engine::category_changed(int* update_number) {
  return state_->run_if_initialized([=](State& state) {
    if (update_number == nullptr) return state.refuse(Code::invalid);
    *update_number = state.update_number;
    return Code::success;
  });
}

}  // namespace mpit
