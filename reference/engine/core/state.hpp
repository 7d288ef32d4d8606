// SPDX-License-Identifier: BSD-3-Clause
// The state of an Engine: one mutex, the areas that it guards, and what needs no mutex. Private to
// the engine's sources.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "reference/engine/core/categories.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/event_delivery.hpp"
#include "reference/engine/core/events.hpp"
#include "reference/engine/core/handles.hpp"
#include "reference/engine/core/registration.hpp"
#include "reference/engine/core/single_threaded.hpp"
#include "reference/engine/core/thread_safety.hpp"
#include "reference/engine/core/types.hpp"
#include "reference/engine/core/variables.hpp"

namespace mpit {

/// One mutex guards all areas, because most calls need several of them at once: a registration adds
/// a variable to its category, and finalize frees handles while no allocation sees it half done.
struct Engine::State {
  State(const Behaviour& of, RegistrationEditor* with) : behaviour(of), editor(with) {
    prepare_barriers();
  }

  /// The code of a misuse whose documented code is `fitting` (Behaviour::misuse). Cold, so that the
  /// compiler moves it off the hot path.
  [[gnu::cold]] Code refuse(Code fitting) const noexcept;

  // --- Calls that need the mutex. `work` takes a State& and requires its mutex.

  /// Whether the interface is initialized and the process has no threads, outside callbacks. A call
  /// then takes no lock, and its hot path calls nothing and saves no registers.
  [[gnu::always_inline]] bool initialized_and_single_threaded() const noexcept {
    if (!single_threaded()) [[unlikely]]
      return false;
    return delivery.instances().at_rest();
  }
  /// Calls `work(state)` with the mutex held. Returns not_accessible instead if locks must not be
  /// taken.
  template <class Work>
  Code run_exclusively(Work work) {
    if (initialized_and_single_threaded()) [[likely]] {
      mutex.assume_alone();
      return call(work);
    }
    return under_mutex(work);
  }
  /// run_exclusively(), but returns not_initialized if the interface is not initialized.
  template <class Work>
  Code run_if_initialized(Work work) {
    if (initialized_and_single_threaded()) [[likely]] {
      mutex.assume_alone();
      return call(work);
    }
    return under_mutex([=](State& state) MPIT_REQUIRES(state.mutex) {
      if (!state.ready()) return state.refuse(Code::not_initialized);
      return state.closed_off ? Code::not_accessible : state.call(work);
    });
  }
  template <class Work>
  [[gnu::noinline]] Code under_mutex(Work work) {
    if (!accessible()) return Code::not_accessible;
    const Lock lock(mutex);
    return call(work);
  }

  /// Finds the query results of a variable.
  template <class Record>
  Code find(Variables<Record> State::*variables, int index, typename Record::Properties& copy,
            const typename Record::Properties*& found) {
    const auto look = [=, &found](State& state) MPIT_REQUIRES(state.mutex) {
      const auto& properties = (state.*variables).properties();
      if (!in_range(index, properties)) [[unlikely]]
        return state.refuse(Code::invalid_index);
      found = &at(properties, index);
      return found->active ? Code::success : state.behaviour.inactive_info;
    };
    if (initialized_and_single_threaded()) [[likely]] {
      mutex.assume_alone();
      return call(look);
    }
    return run_if_initialized([&](State& state) MPIT_REQUIRES(state.mutex) {
      const Code code = state.call(look);
      if (found != nullptr) found = &(copy = *found);
      return code;
    });
  }

  [[gnu::noinline]] Code open(ThreadLevel level, int& provided) noexcept MPIT_REQUIRES(mutex);
  [[gnu::noinline]] Code close() MPIT_REQUIRES(mutex);

  // These take the mutex themselves.
  [[gnu::noinline]] Code allocate(int cvar_index, const void* obj_handle, CvarHandle* handle,
                                  int* count);
  Code get_members(int cat_index, Member kind, int len, int indices[]);
  Code check_callback(EventRegistration registration, CallbackSafety safety);

  // --- Calls without mutex

  bool ready() const noexcept { return up.load(std::memory_order_acquire); }
  /// Whether locks may be taken here: not within a callback that is invoked with ASYNC_SIGNAL_SAFE,
  /// whose signal may have interrupted the holder of the mutex.
  bool accessible() const noexcept {
    const auto context = delivery.instances().context();
    return !context ||
           (*context != CallbackSafety::async_signal_safe && !behaviour.callbacks_out_of_reach);
  }
  /// The first check of a method that may lock elsewhere: not_initialized, not_accessible or
  /// success.
  Code entry() const noexcept {
    if (!ready()) return refuse(Code::not_initialized);
    return accessible() && !closed_off ? Code::success : Code::not_accessible;
  }
  /// For calls of const methods, which are lock-free.
  const Handles& handles_without_mutex() const noexcept MPIT_UNCHECKED { return handles; }
  const Sources& sources_without_mutex() const noexcept MPIT_UNCHECKED { return sources; }

  /// The code for arguments with which Handles found nothing. Handles::find need not check whether
  /// the interface is initialized, since otherwise no handle is alive.
  Code why_not_found(PvarSession session, PvarHandle handle) const noexcept;
  Code read(PvarSlot& slot, void* buf) const noexcept;
  [[gnu::noinline]] Code read(PvarSession session, PvarHandle handle, void* buf) const noexcept;
  Code cvar_write(CvarHandle handle, const void* buf);
  /// Whether the value could be copied without calling the component. Call it in a Visit, unless
  /// there is no other thread.
  bool read_directly(CvarHandle handle, void* buf) const;
  [[gnu::noinline]] Code read(CvarHandle handle, void* buf) const;
  template <class Use>
  Code for_all_handles(PvarSession session, Use&& use) const noexcept;

  const Behaviour behaviour;
  RegistrationEditor* const editor;  // may be null
  const std::shared_ptr<ThreadWords> words = std::make_shared<ThreadWords>();
  std::atomic<bool> up{false};          // changed under the mutex
  std::atomic<bool> closed_off{false};  // changed under the mutex
  EventDelivery delivery{behaviour};

  Mutex mutex;
  // Granted calls. Two counters, so that the calls of a nested pair do not wait for each other's
  // store.
  std::uint64_t inits MPIT_GUARDED_BY(mutex) = 0;
  std::uint64_t finalizes MPIT_GUARDED_BY(mutex) = 0;
  ThreadLevel thread_level MPIT_GUARDED_BY(mutex) = ThreadLevel::single;
  bool was_up MPIT_GUARDED_BY(mutex) = false;  // and was finalized
  Enumerations enumerations MPIT_GUARDED_BY(mutex);
  Categories categories MPIT_GUARDED_BY(mutex){behaviour, editor};
  Cvars cvars MPIT_GUARDED_BY(mutex);
  Pvars pvars MPIT_GUARDED_BY(mutex);
  Events events MPIT_GUARDED_BY(mutex);
  Registrations registrations MPIT_GUARDED_BY(mutex){behaviour, delivery};
  Handles handles MPIT_GUARDED_BY(mutex){behaviour};
  Sources sources MPIT_GUARDED_BY(mutex);

 private:
  // By name, because clang 14 does not find the mutex of an argument of operator() otherwise.
  template <class Work>
  [[gnu::always_inline]] Code call(Work& work) MPIT_REQUIRES(mutex) {
    return work.operator()(*this);
  }
};

/// Whether the word of an element is an item of the enumeration; true without one.
bool is_item(const EnumSpec* enumeration, std::uint64_t word);

/// The word of the object that an obj_handle argument points to.
ObjectWord object_word(const void* obj_handle);

}  // namespace mpit
