// SPDX-License-Identifier: BSD-3-Clause
// Handles of variables, and sessions: the part that changes them.
#include "reference/engine/core/handles.hpp"

#include <chrono>
#include <cstdio>
#include <new>
#include <thread>

#include "reference/engine/pvar/pvar_rules.hpp"

namespace mpit {

Handles::Handles(const Behaviour& behaviour) noexcept
    : behaviour_(behaviour),
      always_room_(behaviour.allocation_microseconds == 0 && behaviour.memory_ends_every == 0 &&
                   behaviour.cached == 0 && behaviour.max_handles_of_variable == 0 &&
                   !behaviour.text_counts_differ) {}

void Handles::fill_cache() noexcept {
  if (cache_.size() < behaviour_.cached) {
    const auto close = [](std::FILE* file) {
      if (file != nullptr) std::fclose(file);
    };
    cache_.emplace_back(std::fopen("/dev/null", "re"), close);
  }
}

Code Handles::unusual_room() {
  fill_cache();
  if (behaviour_.allocation_microseconds != 0) {
    std::this_thread::sleep_for(std::chrono::microseconds(behaviour_.allocation_microseconds));
  }
  const bool ends =
      behaviour_.memory_ends_every != 0 && ++allocations_ % behaviour_.memory_ends_every == 0;
  return ends ? Code::memory : Code::success;
}

template <class Table, class Variable>
Code Handles::room_for_handle(const Table& handles, const Variable& variable) {
  const Code code = room();
  if (code != Code::success || behaviour_.max_handles_of_variable == 0) return code;
  unsigned alive = 0;
  handles.for_each([&](const auto& slot) { alive += slot.variable == &variable ? 1 : 0; });
  return alive < behaviour_.max_handles_of_variable ? Code::success : Code::out_of_handles;
}

Code Handles::allocate(CvarRecord& variable, CvarHandle* handle, int* count) {
  const CvarSpec& spec = variable.spec;
  const bool differs = behaviour_.text_counts_differ && spec.datatype == Datatype::char_;
  const int more = differs ? static_cast<int>(text_handles_++ % 4) : 0;
  return allocate(variable, 0, spec.count + more, handle, count);
}

Code Handles::allocate(CvarRecord& variable, ObjectWord object, int elements, CvarHandle* handle,
                       int* count) {
  const Code room = room_for_handle(cvars_, variable);
  if (room != Code::success) return room;
  try {
    CvarSlot* const slot = cvars_.acquire(behaviour_.max_handles);
    if (slot == nullptr) return Code::out_of_handles;
    give_out(*slot, variable, object, elements, handle, count);
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
  return Code::success;
}

Code Handles::allocate(SessionSlot& session, const PvarRecord& variable,
                       const std::shared_ptr<Storage>& storage, PvarHandle* handle, int* count) {
  const Code room = room_for_handle(pvars_, variable);
  if (room != Code::success) return room;
  PvarSlot* slot = nullptr;
  bool is_set_up = false;
  try {
    slot = pvars_.acquire(behaviour_.max_handles);
    if (slot == nullptr) return Code::out_of_handles;
    set_up(*slot, variable, storage);
    is_set_up = true;
    if (behaviour_.continuous_sums == Behaviour::ContinuousSums::of_machine) {
      count_since_boot(*slot);
    }
    store_in_order(slot->session, session.word.load(std::memory_order_relaxed));
    slot->place_in_session = session.handles.add(slot);
  } catch (const std::bad_alloc&) {
    if (is_set_up) take_down(*slot);
    if (slot != nullptr) pvars_.put_back(*slot);
    return Code::memory;
  }
  *handle = PvarHandle{pvars_.publish(*slot)};
  *count = slot->storage->count();
  return Code::success;
}

Code Handles::create(PvarSession* session) {
  if (const Code code = room(); code != Code::success) return code;
  try {
    SessionSlot* const slot = sessions_.acquire(behaviour_.max_sessions);
    if (slot == nullptr) return Code::out_of_sessions;
    *session = PvarSession{sessions_.publish(*slot)};
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
  return Code::success;
}

void Handles::free(CvarSlot& slot) {
  cvars_.withdraw(slot);
  reclaim_in_time(cvars_, slot, [](CvarSlot&) {});
}

void Handles::free(PvarSlot& slot) {
  pvars_.withdraw(slot);
  if (SessionSlot* const in = sessions_.find(slot.session); in != nullptr) {
    in->handles.remove(slot.place_in_session);
  }
  reclaim_in_time(pvars_, slot, take_down);
}

void Handles::free(SessionSlot& slot) {
  if (!slot.handles.unused()) free_handles(slot);
  sessions_.withdraw(slot);
  reclaim_in_time(sessions_, slot, [](SessionSlot&) {});
  reclaim_if_any();  // at once, so that the next session can reuse the memory
}

void Handles::free_handles(SessionSlot& slot) {
  const bool freed = behaviour_.session_free == Behaviour::LiveHandles::freed;
  slot.handles.for_each([&](PvarSlot& handle) {
    if (freed) {
      free(handle);
    } else {
      slot.handles.remove(handle.place_in_session);
      handle.session.store(0, std::memory_order_release);  // unusable from here on
    }
  });
}

void Handles::free_all() {
  sessions_.for_each([&](SessionSlot& slot) { free(slot); });
  pvars_.for_each([&](PvarSlot& slot) { free(slot); });
  cvars_.for_each([&](CvarSlot& slot) { free(slot); });
  reclaim_if_any();
}

void Handles::reclaim() noexcept {
  retired_ = 0;
  if (!waiting_) {
    pvars_.let_wait();
    cvars_.let_wait();
    sessions_.let_wait();
    waiting_for_ = Visit::close_epoch();
    waiting_ = true;
  }
  if (Visit::all_newer_than(waiting_for_)) reclaim_waiting();
}

void Handles::reclaim_waiting() noexcept {
  pvars_.reclaim(take_down);
  cvars_.reclaim([](CvarSlot&) {});
  sessions_.reclaim([](SessionSlot&) {});
  waiting_ = false;
}

void Handles::end() noexcept {
  pvars_.for_each([&](PvarSlot& slot) { free(slot); });
  reclaim_waiting();
  pvars_.let_wait();
  reclaim_waiting();
}

}  // namespace mpit
