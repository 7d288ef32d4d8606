// SPDX-License-Identifier: BSD-3-Clause
// Construction, initialization counting (MPI-5.0 §15.3.4) and what the other parts share.
#include "reference/engine/core/engine.hpp"

#include <algorithm>
#include <cstdlib>

#include "reference/engine/core/state.hpp"

namespace mpit {

Engine::Engine(const Behaviour& behaviour, RegistrationEditor* editor)
    : state_(std::make_unique<State>(behaviour, editor)) {}

Engine::~Engine() {
  const std::lock_guard lock(state_->mutex);
  state_->pvar_handles.for_each([&](PvarSlot& slot) { state_->free_handle(slot); });
  state_->reclaim_waiting();
  state_->pvar_handles.let_wait();
  state_->reclaim_waiting();
}

const Behaviour& Engine::behaviour() const { return state_->behaviour; }

const std::shared_ptr<ThreadWords>& Engine::thread_words() const { return state_->words; }

bool Engine::initialized() const { return state_->ready(); }

bool Engine::accessible() const noexcept { return state_->accessible(); }

void Engine::while_locked(const std::function<void()>& work) {
  const std::lock_guard lock(state_->mutex);
  work();
}

Code Engine::init_thread(int required, int* provided) {
  State& state = *state_;
  if (provided == nullptr) return state.refuse(Code::invalid);
  const auto level = static_cast<ThreadLevel>(required);
  if (level != ThreadLevel::single && level != ThreadLevel::funneled &&
      level != ThreadLevel::serialized && level != ThreadLevel::multiple) {
    return state.refuse(Code::invalid);
  }
  if (!state.accessible()) return Code::not_accessible;
  const Behaviour& behaviour = state.behaviour;
  const std::lock_guard lock(state.mutex);
  if (state.was_up) {
    if (behaviour.renewal == Behaviour::Renewal::refused) return Code::cannot_init;
    state.was_up = false;
    if (behaviour.renewed_update_number == Behaviour::UpdateNumber::restarts) {
      state.update_number = behaviour.first_update_number;
    }
  }
  const bool is_nested = state.ready();
  if (!is_nested || behaviour.nested_init == Behaviour::NestedInit::renegotiated) {
    state.thread_level =
        std::clamp(level, behaviour.lowest_thread_level, behaviour.highest_thread_level);
  }
  if (!is_nested || behaviour.nested_init != Behaviour::NestedInit::untouched) {
    *provided = static_cast<int>(state.thread_level);
  }
  state.init_count.store(state.init_count.load(std::memory_order_relaxed) + 1,
                         std::memory_order_release);
  return Code::success;
}

Code Engine::finalize() {
  State& state = *state_;
  if (!state.accessible()) return Code::not_accessible;
  const std::lock_guard lock(state.mutex);
  if (!state.ready()) return state.behaviour.surplus_finalize;
  const std::uint64_t count = state.init_count.load(std::memory_order_relaxed);
  if (count > 1) {
    state.init_count.store(count - 1, std::memory_order_release);
    return Code::success;
  }
  // Handles end first: one that is alive says that the interface is up.
  state.was_up = true;
  state.sessions.for_each([&](SessionSlot& slot) { state.free_session(slot); });
  state.pvar_handles.for_each([&](PvarSlot& slot) { state.free_handle(slot); });
  state.cvar_handles.for_each([&](CvarSlot& slot) { state.free_handle(slot); });
  state.reclaim();
  state.free_registrations();
  state.init_count.store(0, std::memory_order_release);
  return Code::success;
}

Code Engine::State::refuse(Code fitting) const noexcept {
  if (behaviour.misuse == Behaviour::Misuse::fitting_code) return fitting;
  if (behaviour.misuse == Behaviour::Misuse::crash) std::abort();
  return Code::invalid;
}

ObjectWord object_word(const void* obj_handle) {
  ObjectWord word = 0;
  std::memcpy(&word, obj_handle, sizeof word);
  return word;
}

}  // namespace mpit
