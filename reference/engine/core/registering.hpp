// SPDX-License-Identifier: BSD-3-Clause
// Makes registrations all-or-nothing. Private to the engine's sources.
#pragma once

#include <cstddef>

#include "reference/engine/core/state.hpp"

namespace mpit {

/// A registration in progress, under the mutex. Unless it is completed, everything added since its
/// beginning is removed again. Additions to an existing category are not, so they come last.
class Engine::State::Registering {
 public:
  explicit Registering(State& state) noexcept : state_(state) {}
  ~Registering() {
    if (completed_) return;
    const auto nothing = [](const auto&) {};
    cut(state_.enums, enums_, [&](const auto& it) { state_.enums_by_name.forget(it->name); });
    cut(state_.cvars, cvars_, [&](const auto& it) { state_.cvars_by_name.forget(it->spec.name); });
    cut(state_.cvar_properties, cvars_, nothing);
    cut(state_.pvars, pvars_, [&](const auto& it) {
      state_.pvars_by_name.forget(it->spec.name, static_cast<int>(it->spec.var_class));
    });
    cut(state_.pvar_properties, pvars_, nothing);
    cut(state_.categories, categories_,
        [&](const auto& it) { state_.categories_by_name.forget(it->texts.name()); });
    cut(state_.events, events_,
        [&](const auto& it) { state_.events_by_name.forget(it->spec.name); });
    cut(state_.all_events, all_events_, nothing);
    cut(state_.all_sources, all_sources_, nothing);
    state_.update_number = update_number_;
  }
  Registering(const Registering&) = delete;
  Registering& operator=(const Registering&) = delete;

  void complete() noexcept { completed_ = true; }

 private:
  template <class Records, class Forget>
  static void cut(Records& records, std::size_t size, Forget forget) noexcept {
    for (; records.size() > size; records.pop_back()) forget(records.back());
  }

  State& state_;
  const std::size_t enums_ = state_.enums.size();
  const std::size_t cvars_ = state_.cvars.size();
  const std::size_t pvars_ = state_.pvars.size();
  const std::size_t categories_ = state_.categories.size();
  const std::size_t events_ = state_.events.size();
  const std::size_t all_events_ = state_.all_events.size();
  const std::size_t all_sources_ = state_.all_sources.size();
  const int update_number_ = state_.update_number;
  bool completed_ = false;
};

}  // namespace mpit
