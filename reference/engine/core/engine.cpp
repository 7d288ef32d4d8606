// SPDX-License-Identifier: BSD-3-Clause
// Construction, initialization counting (MPI-5.0 §15.3.4), and shared parts.
#include "reference/engine/core/engine.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "reference/engine/core/state.hpp"

namespace mpit {

Engine::Engine(const Behaviour& behaviour, RegistrationEditor* editor)
    : state_(std::make_unique<State>(behaviour, editor)), behaviour_(state_->behaviour) {}

Engine::~Engine() {
  const Lock lock(state_->mutex);
  state_->handles.end();
}

const std::shared_ptr<ThreadWords>& Engine::thread_words() const { return state_->words; }

bool Engine::initialized() const { return state_->ready(); }

bool Engine::accessible() const noexcept { return state_->accessible(); }

void Engine::close_off(bool closed) {
  const Lock lock(state_->mutex);
  if (state_->closed_off.exchange(closed) == closed) return;
  // While closed, initialized_and_single_threaded() must be false, so that calls check closed_off.
  EventInstances& instances = state_->delivery.instances();
  closed ? instances.went_down() : instances.came_up();
}

void Engine::while_locked(const std::function<void()>& work) {
  const Lock lock(state_->mutex);
  work();
}

namespace {

bool is_thread_level(int value) {
  static_assert(static_cast<int>(ThreadLevel::single) == 0, "the others are a bit each");
  constexpr unsigned bits = static_cast<unsigned>(ThreadLevel::funneled) |
                            static_cast<unsigned>(ThreadLevel::serialized) |
                            static_cast<unsigned>(ThreadLevel::multiple);
  const auto bit = static_cast<unsigned>(value);
  return (bit & ~bits) == 0 && (bit & (bit - 1)) == 0;
}

}  // namespace

Code Engine::init_thread(int required, int* provided) {
  State& state = *state_;
  const bool valid = provided != nullptr && is_thread_level(required);
  const bool usual = state.behaviour.nested_init == Behaviour::NestedInit::in_force;
  if (valid && usual && state.initialized_and_single_threaded()) [[likely]] {
    state.mutex.assume_alone();
    *provided = static_cast<int>(state.thread_level);
    ++state.inits;
    return Code::success;
  }
  if (!valid) return state.refuse(Code::invalid);
  return state.under_mutex([=](State& locked) MPIT_REQUIRES(locked.mutex) {
    return locked.open(ThreadLevel{required}, *provided);
  });
}

Code Engine::State::open(ThreadLevel level, int& provided) noexcept {
  const bool first = !ready();
  if (first && !was_up && behaviour.first_init != Code::success) return behaviour.first_init;
  if (first && was_up) {
    if (behaviour.renewal == Behaviour::Renewal::refused) return Code::cannot_init;
    if (behaviour.renewed_update_number == Behaviour::UpdateNumber::restarts) {
      categories.restart_update_number();
    }
  }
  using NestedInit = Behaviour::NestedInit;
  if (first || behaviour.nested_init == NestedInit::renegotiated) {
    thread_level = std::clamp(level, behaviour.lowest_thread_level, behaviour.highest_thread_level);
  }
  if (first || behaviour.nested_init != NestedInit::untouched)
    provided = static_cast<int>(thread_level);
  ++inits;
  if (first) {
    handles.fill_cache();
    up.store(true, std::memory_order_release);
    delivery.instances().came_up();
  }
  return Code::success;
}

Code Engine::finalize() {
  return state_->run_exclusively([](State& state) MPIT_REQUIRES(state.mutex) {
    if (state.inits - state.finalizes <= 1) [[unlikely]]
      return state.close();
    ++state.finalizes;
    return Code::success;
  });
}

Code Engine::State::close() {
  if (!ready()) return behaviour.surplus_finalize;
  // Handles are freed first, since a live handle implies that the interface is initialized.
  was_up = true;
  handles.free_all();
  registrations.free_all();
  ++finalizes;
  delivery.instances().went_down();
  up.store(false, std::memory_order_release);
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
