// SPDX-License-Identifier: BSD-3-Clause
// The handles of variables, and sessions. Private to the engine's sources.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "reference/engine/core/behaviour.hpp"
#include "reference/engine/core/cell.hpp"
#include "reference/engine/core/chunks.hpp"
#include "reference/engine/core/handle_table.hpp"
#include "reference/engine/core/storage.hpp"
#include "reference/engine/core/types.hpp"
#include "reference/engine/core/variables.hpp"
#include "reference/engine/core/visit.hpp"

namespace mpit {

struct CvarSlot : SlotBase {
  CvarRecord* variable = nullptr;
  const void* direct = nullptr;  // the value, if copy_word can read it
  std::uint32_t direct_bytes = 0;
  int count = 0;
  ObjectWord object = 0;
};

struct PvarSlot : SlotBase {
  std::atomic<Word> session{0};  // 0: the session was freed
  const PvarRecord* variable = nullptr;
  std::shared_ptr<Storage> storage;
  Pair* cells = nullptr;  // one per element: own_cell, or an array
  Pair own_cell;
  std::atomic<Run> run{0};
  std::atomic<bool> no_value{false};  // a watermark reset while stopped, see Behaviour
  bool calls_component = false;       // its storage does
  std::uint32_t place_in_session = 0;
  std::uint32_t place_in_storage = 0;  // watermarks
};
static_assert(sizeof(PvarSlot) + 2 * sizeof(void*) <= 128, "a handle and its two registrations");

struct SessionSlot : SlotBase {
  MemberArray<PvarSlot> handles;
};

/// Handles of control variables, sessions, and handles of performance variables. The const methods
/// are lock-free and signal-safe. Their results stay valid in a Visit, and as long as no other
/// method is called. The other methods need an external lock.
class Handles {
 public:
  explicit Handles(const Behaviour& behaviour) noexcept;

  // --- Look-ups return null for anything but a live handle.

  CvarSlot* find(CvarHandle handle) const noexcept {
    return cvars_.find(static_cast<Word>(handle));
  }
  SessionSlot* find(PvarSession session) const noexcept {
    return sessions_.find(static_cast<Word>(session));
  }
  PvarSlot* find(PvarHandle handle) const noexcept {
    return pvars_.find(static_cast<Word>(handle));
  }
  /// A handle of this session. It does not outlive its session, which needs no look-up of its own.
  PvarSlot* find(PvarSession session, PvarHandle handle) const noexcept {
    PvarSlot* const slot = find(handle);
    const bool found = slot != nullptr && session != PvarSession::null &&
                       slot->session.load(std::memory_order_acquire) == static_cast<Word>(session);
    return found ? slot : nullptr;
  }
  /// find(), null also for an inactive variable.
  PvarSlot* find_active(PvarSession session, PvarHandle handle) const noexcept {
    PvarSlot* const slot = find(session, handle);
    return slot != nullptr && slot->variable->active.load(std::memory_order_acquire) ? slot
                                                                                     : nullptr;
  }

  // --- Changes

  /// success, or the behaviour's reason to refuse another handle, session or registration.
  Code room() { return always_room_ ? Code::success : unusual_room(); }
  /// Takes the descriptor and the memory that Behaviour::cached keeps in use.
  void fill_cache() noexcept;

  /// The usual case: no object, and a slot that is reused. Calls no function. False: not usual.
  bool reuse(CvarRecord& variable, CvarHandle* handle, int* count) noexcept {
    CvarSlot* const slot = always_room_ ? cvars_.reuse(behaviour_.max_handles) : nullptr;
    if (slot != nullptr) [[likely]]
      give_out(*slot, variable, 0, variable.spec.count, handle, count);
    return slot != nullptr;
  }
  /// A variable without object has `spec.count` elements, or as many as the behaviour returns.
  Code allocate(CvarRecord& variable, CvarHandle* handle, int* count);
  Code allocate(CvarRecord& variable, ObjectWord object, int elements, CvarHandle* handle,
                int* count);
  Code allocate(SessionSlot& session, const PvarRecord& variable,
                const std::shared_ptr<Storage>& storage, PvarHandle* handle, int* count);
  Code create(PvarSession* session);
  void free(CvarSlot& slot);
  void free(PvarSlot& slot);
  void free(SessionSlot& slot);
  void free_all();
  /// Releases the memory of all handles, when no thread uses the engine any more.
  void end() noexcept;

 private:
  void give_out(CvarSlot& slot, CvarRecord& variable, ObjectWord object, int elements,
                CvarHandle* handle, int* count) noexcept {
    slot.variable = &variable;
    slot.direct = elements == variable.spec.count ? variable.direct : nullptr;
    slot.direct_bytes = variable.element_bytes * static_cast<std::uint32_t>(elements);
    slot.object = object;
    slot.count = elements;
    *handle = CvarHandle{cvars_.publish(slot)};
    *count = elements;
  }
  template <class Table, class Variable>
  Code room_for_handle(const Table& handles, const Variable& variable);
  [[gnu::noinline, gnu::cold]] Code unusual_room();
  [[gnu::noinline]] void free_handles(SessionSlot& slot);
  /// Dismantles a withdrawn slot and puts it back: now, or when there are enough of them.
  template <class Slot, WordKind kind, class Dismantle>
  void reclaim_in_time(HandleTable<Slot, kind>& table, Slot& slot, Dismantle dismantle) noexcept {
    if (Visit::none() && !waiting_) [[likely]] {
      dismantle(slot);
      return table.put_back(slot);
    }
    table.retire(slot);
    reclaim_if_many();
  }
  /// Dismantles the retired slots, except those that may be in use.
  void reclaim() noexcept;
  [[gnu::noinline, gnu::cold]] void reclaim_if_many() noexcept {
    constexpr std::uint32_t many = 32;  // for one heavy barrier
    if (++retired_ >= many) reclaim();
  }
  void reclaim_if_any() noexcept {
    if (retired_ != 0 || waiting_) [[unlikely]]
      reclaim();
  }
  void reclaim_waiting() noexcept;

  const Behaviour& behaviour_;
  const bool always_room_;                         // max_handles and max_sessions apart
  unsigned allocations_ = 0;                       // of handles and sessions, if some are refused
  unsigned text_handles_ = 0;                      // of cvars, if their counts differ
  std::vector<std::shared_ptr<std::FILE>> cache_;  // as Behaviour says
  std::uint32_t retired_ = 0;                      // slots since the last reclaim
  bool waiting_ = false;                           // slots wait for visits to end
  std::uint64_t waiting_for_ = 0;                  // they wait for visits up to this epoch
  HandleTable<CvarSlot, WordKind::cvar> cvars_;
  HandleTable<SessionSlot, WordKind::session> sessions_;
  HandleTable<PvarSlot, WordKind::pvar> pvars_;
};

}  // namespace mpit
