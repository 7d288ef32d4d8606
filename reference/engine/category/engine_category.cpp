// SPDX-License-Identifier: BSD-3-Clause
// Categories (MPI-5.0 §15.3.9).
#include <algorithm>
#include <climits>
#include <stdexcept>

#include "reference/engine/core/registering.hpp"
#include "reference/engine/core/state.hpp"
#include "reference/engine/core/text.hpp"

namespace mpit {

int Engine::add_category(std::string_view name, std::string_view desc, std::string_view parent) {
  State& state = *state_;
  CategorySpec spec{std::string(name), std::string(desc), std::string(parent)};
  if (state.editor != nullptr && !state.editor->edit(spec)) return -1;
  const Lock lock(state.mutex);
  Registering registering(state.categories);
  const int index = state.categories.named(spec.name, spec.desc);
  state.categories.join(spec.parent, Member::category, index);
  registering.complete();
  return index;
}

void Engine::add_cvar_to_category(int cat_index, int cvar_index) {
  const Lock lock(state_->mutex);
  if (!in_range(cvar_index, state_->cvars.records())) throw std::invalid_argument("no such cvar");
  state_->categories.add_member(cat_index, Member::cvar, cvar_index);
}

void Engine::add_pvar_to_category(int cat_index, int pvar_index) {
  const Lock lock(state_->mutex);
  if (!in_range(pvar_index, state_->pvars.records())) throw std::invalid_argument("no such pvar");
  state_->categories.add_member(cat_index, Member::pvar, pvar_index);
}

void Engine::add_category_to_category(int cat_index, int sub_index) {
  const Lock lock(state_->mutex);
  if (!in_range(sub_index, state_->categories.records()))
    throw std::invalid_argument("no such category");
  state_->categories.add_member(cat_index, Member::category, sub_index);
}

void Engine::rotate_sub_categories() {
  const Lock lock(state_->mutex);
  state_->categories.rotate_sub_categories();
}

int Categories::named(std::string_view name, std::string_view desc) {
  if (name.empty()) throw std::invalid_argument("category without name");
  if (const int known = records_.find(name); known != -1) return known;
  const int index = records_.count();
  records_.add(std::make_unique<CategoryRecord>(texts_.keep(name, desc)), name);
  information_changed();
  return index;
}

void Categories::join(std::string_view category, Member kind, int index) {
  if (editor_ != nullptr && !editor_->joins(category, kind, index)) return;
  if (!category.empty()) add_member(named(category, {}), kind, index);
}

void Categories::add_member(int cat_index, Member kind, int index) {
  if (!in_range(cat_index, records_)) throw std::invalid_argument("no such category");
  if (kind == Member::category && contains(index, cat_index)) {
    throw std::invalid_argument("category would contain itself");
  }
  std::vector<int>& list = at(records_, cat_index).of(kind);
  if (std::find(list.begin(), list.end(), index) != list.end()) return;
  list.push_back(index);
  if (kind == Member::event && behaviour_.events_uncounted) return;
  information_changed();
}

void Categories::rotate_sub_categories() {
  for (std::size_t i = 0; i != records_.size(); ++i) {
    std::vector<int>& list = records_[i].of(Member::category);
    if (list.size() > 1) std::rotate(list.begin(), list.begin() + 1, list.end());
  }
  information_changed();
}

void Categories::information_changed() noexcept {
  if (update_number_ != INT_MAX) ++update_number_;
}

// Whether `other` is cat_index itself or one of its descendants.
bool Categories::contains(int cat_index, int other) const {
  if (cat_index == other) return true;
  const std::vector<int>& subs = at(records_, cat_index).of(Member::category);
  return std::any_of(subs.begin(), subs.end(), [&](int sub) { return contains(sub, other); });
}

Code Engine::category_get_num(int* num_cat) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (num_cat == nullptr) return state.refuse(Code::invalid);
    *num_cat = state.categories.records().count();
    return Code::success;
  });
}

Code Engine::find(int cat_index, CategoryProperties& properties) const {
  return state_->run_if_initialized(
      [cat_index, &properties](State& state) MPIT_REQUIRES(state.mutex) {
        if (!in_range(cat_index, state.categories.records()))
          return state.refuse(Code::invalid_index);
        const CategoryRecord& category = at(state.categories.records(), cat_index);
        // Member by member: a copy of the whole would wait for these stores.
        properties.texts = category.texts;
        properties.cvars = static_cast<int>(category.of(Member::cvar).size());
        properties.pvars = static_cast<int>(category.of(Member::pvar).size());
        properties.categories = static_cast<int>(category.of(Member::category).size());
        return Code::success;
      });
}

Code Engine::category_get_num_events(int cat_index, int* num_events) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (!in_range(cat_index, state.categories.records())) return state.refuse(Code::invalid_index);
    if (num_events == nullptr) return state.refuse(Code::invalid);
    *num_events =
        static_cast<int>(at(state.categories.records(), cat_index).of(Member::event).size());
    return Code::success;
  });
}

Code Engine::category_get_index(const char* name, int* cat_index) {
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (name == nullptr || cat_index == nullptr) return state.refuse(Code::invalid);
    return put_index(state.categories.records().find(name), cat_index);
  });
}

Code Engine::category_get_cvars(int cat_index, int len, int indices[]) {
  return state_->get_members(cat_index, Member::cvar, len, indices);
}

Code Engine::category_get_pvars(int cat_index, int len, int indices[]) {
  return state_->get_members(cat_index, Member::pvar, len, indices);
}

Code Engine::category_get_events(int cat_index, int len, int indices[]) {
  return state_->get_members(cat_index, Member::event, len, indices);
}

Code Engine::category_get_categories(int cat_index, int len, int indices[]) {
  return state_->get_members(cat_index, Member::category, len, indices);
}

Code Engine::State::get_members(int cat_index, Member kind, int len, int indices[]) {
  return run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (!in_range(cat_index, state.categories.records())) return state.refuse(Code::invalid_index);
    if (len < 0 || (len > 0 && indices == nullptr)) return state.refuse(Code::invalid);
    const std::vector<int>& list = at(state.categories.records(), cat_index).of(kind);
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
  return state_->run_if_initialized([=](State& state) MPIT_REQUIRES(state.mutex) {
    if (update_number == nullptr) return state.refuse(Code::invalid);
    *update_number = state.categories.update_number();
    return Code::success;
  });
}

}  // namespace mpit
