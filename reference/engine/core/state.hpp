// SPDX-License-Identifier: BSD-3-Clause
// The state of an Engine. Query results are kept apart from the records, so that a tool that
// queries all variables in turn touches little memory. Private to the engine's sources.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "reference/engine/core/cell.hpp"
#include "reference/engine/core/chunks.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/event_delivery.hpp"
#include "reference/engine/core/get_info.hpp"
#include "reference/engine/core/handle_table.hpp"
#include "reference/engine/core/name_table.hpp"
#include "reference/engine/core/registration.hpp"
#include "reference/engine/core/single_threaded.hpp"
#include "reference/engine/core/storage.hpp"
#include "reference/engine/core/text.hpp"
#include "reference/engine/core/types.hpp"
#include "reference/engine/core/value.hpp"
#include "reference/engine/core/visit.hpp"

namespace mpit {

template <class Spec>
VariableProperties packed(const Spec& spec, TextStore& texts) {
  return {texts.keep(spec.name, spec.desc), spec.enumtype, spec.datatype, spec.verbosity,
          spec.bind};
}

struct CvarRecord {
  CvarRecord(CvarSpec of, const EnumSpec* values);

  const CvarSpec spec;
  const EnumSpec* const enumeration;  // of spec.enumtype, or null
  CvarValue value;                    // if the engine owns it
  const void* const direct;           // the engine's or component's value, if copy_word can read it
  const std::uint32_t element_bytes;
  std::mutex writing;
  std::atomic<bool> never{false};  // a write was refused permanently
  std::atomic<bool> active{true};
};

struct PvarRecord {
  PvarRecord(PvarSpec of, const CellKind& with, const EnumSpec* states)
      : spec(std::move(of)), cells(with), enumeration(states) {}

  const PvarSpec spec;
  const CellKind& cells;
  const EnumSpec* const enumeration;  // of spec.enumtype, or null
  std::atomic<bool> active{true};
};

struct CategoryRecord {
  explicit CategoryRecord(Texts of) : texts(of) {}

  const Texts texts;
  std::vector<int> cvars;
  std::vector<int> pvars;
  std::vector<int> events;
  std::vector<int> categories;
};

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

/// Records by index. They never move.
template <class Record>
using Records = std::vector<std::unique_ptr<Record>>;

/// Whether `index` denotes one of the entries.
template <class Entries>
bool in_range(int index, const Entries& entries) {
  return index >= 0 && static_cast<std::size_t>(index) < entries.size();
}

/// The entry at an index that is in range.
template <class Entries>
auto& at(Entries& entries, int index) {
  return entries[static_cast<std::size_t>(index)];
}
template <class Record>
Record& at(Records<Record>& records, int index) {
  return *records[static_cast<std::size_t>(index)];
}
template <class Record>
const Record& at(const Records<Record>& records, int index) {
  return *records[static_cast<std::size_t>(index)];
}

struct Engine::State {
  State(const Behaviour& of, RegistrationEditor* with)
      : behaviour(of), editor(with), update_number(of.first_update_number) {
    prepare_barriers();
  }

  bool ready() const noexcept { return up.load(std::memory_order_acquire); }

  /// The code of a misuse whose documented code is `fitting` (Behaviour::misuse). Cold, so that the
  /// compiler moves it off the hot path.
  [[gnu::cold]] Code refuse(Code fitting) const noexcept;

  /// Whether the interface is initialized and the process has no threads, outside callbacks. A call
  /// then takes no lock, and its hot path calls nothing and saves no registers.
  [[gnu::always_inline]] bool initialized_and_single_threaded() const noexcept {
    if (!single_threaded()) [[unlikely]]
      return false;
    return delivery.instances().at_rest();
  }
  /// Calls `work(state)` with exclusive access to everything that the mutex guards. Returns
  /// not_accessible instead if locks must not be taken.
  template <class Work>
  Code run_exclusively(Work work) {
    if (initialized_and_single_threaded()) [[likely]]
      return work(*this);
    return under_mutex(work);
  }
  /// run_exclusively(), but returns not_initialized if the interface is not initialized.
  template <class Work>
  Code run_if_initialized(Work work) {
    if (initialized_and_single_threaded()) [[likely]]
      return work(*this);
    return under_mutex([=](State& state) {
      if (!state.ready()) return state.refuse(Code::not_initialized);
      return state.closed_off ? Code::not_accessible : work(state);
    });
  }

  template <class Properties>
  Code find(const std::vector<Properties>& properties, int index, Properties& copy,
            const Properties*& found) {
    const auto look = [&properties, index, &found](const State& state) {
      if (!in_range(index, properties)) [[unlikely]]
        return state.refuse(Code::invalid_index);
      found = &at(properties, index);
      return found->active ? Code::success : state.behaviour.inactive_info;
    };
    if (initialized_and_single_threaded()) [[likely]]
      return look(*this);
    return run_if_initialized([look, &copy, &found](const State& state) {
      const Code code = look(state);
      if (found != nullptr) found = &(copy = *found);
      return code;
    });
  }

  // Call these in run_exclusively(), run_if_initialized() or under the mutex.
  [[gnu::noinline]] Code open(ThreadLevel level, int& provided) noexcept;
  [[gnu::noinline]] Code close();
  Code allocate(CvarRecord& variable, ObjectWord object, int elements, CvarHandle* handle,
                int* count);
  Code give_out(CvarSlot& slot, CvarRecord& variable, ObjectWord object, int elements,
                CvarHandle* handle, int* count) noexcept;
  Code allocate(PvarSession session, const PvarRecord& variable,
                const std::shared_ptr<Storage>& storage, PvarHandle* handle, int* count);
  /// success, or the behaviour's reason to refuse another handle or session.
  template <class Table, class Variable>
  Code room_for_handle(const Table& handles, const Variable& variable) {
    const Code code = room();
    if (code != Code::success || behaviour.max_handles_of_variable == 0) return code;
    unsigned alive = 0;
    handles.for_each([&](const auto& slot) { alive += slot.variable == &variable ? 1 : 0; });
    return alive < behaviour.max_handles_of_variable ? Code::success : Code::out_of_handles;
  }
  Code room() { return always_room ? Code::success : unusual_room(); }
  [[gnu::noinline, gnu::cold]] Code unusual_room();
  /// Takes the descriptor and the memory that Behaviour::cached keeps in use.
  void fill_cache() noexcept;
  const EnumSpec* find_enum(EnumType enumtype) const;
  /// The enumeration of a variable, or null. Throws std::invalid_argument if the variable may not
  /// have it.
  const EnumSpec* enumeration_of(const std::string& variable, Datatype datatype,
                                 EnumType enumtype) const;
  int category_named(std::string_view name, std::string_view desc);
  void join(std::string_view category, std::vector<int> CategoryRecord::*members, int index);
  void add_member(int cat_index, std::vector<int> CategoryRecord::*members, int index);
  void category_information_changed();
  bool contains(int cat_index, int other) const;
  void free_handle(PvarSlot& slot);
  void free_handle(CvarSlot& slot);
  void free_session(SessionSlot& slot);
  [[gnu::noinline]] void free_handles(SessionSlot& slot);
  /// Dismantles a withdrawn slot and puts it back: now, or when there are enough of them.
  template <class Slot, WordKind kind, class Dismantle>
  void reclaim_in_time(HandleTable<Slot, kind>& table, Slot& slot, Dismantle dismantle) noexcept {
    if (Visit::none() && !waiting) [[likely]] {
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
    if (++retired >= many) reclaim();
  }
  void reclaim_if_any() noexcept {
    if (retired != 0 || waiting) [[unlikely]]
      reclaim();
  }
  /// Dismantles all retired slots, when no thread uses the engine any more.
  void reclaim_waiting() noexcept;

  // These call run_if_initialized() themselves.
  [[gnu::noinline]] Code allocate(int cvar_index, const void* obj_handle, CvarHandle* handle,
                                  int* count);
  Code get_members(int cat_index, std::vector<int> CategoryRecord::*members, int len,
                   int indices[]);

  class Registering;

  // Events. Call these, except check_callback, in run_exclusively(), run_if_initialized() or under
  // the mutex.
  void show(SourceRecord& source);
  void show(EventRecord& event);
  EventSlot* find_registration(EventRegistration registration) const;
  void withdraw(EventSlot& slot);
  void reuse_ended_registrations();
  void free_registrations();

  Code check_callback(EventRegistration registration, CallbackSafety safety);

  // Lock-free.
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
  const SourceRecord* find_source(int index) const noexcept;
  /// The slot of the session's handle, or null. Call it in a Visit or under the mutex. A handle
  /// does not outlive its session, so the session needs no look-up of its own.
  PvarSlot* find_handle(PvarSession session, PvarHandle handle) const noexcept {
    PvarSlot* const slot = pvar_handles.find(static_cast<Word>(handle));
    const bool found = slot != nullptr && session != PvarSession::null &&
                       slot->session.load(std::memory_order_acquire) == static_cast<Word>(session);
    return found ? slot : nullptr;
  }
  /// find_handle(), null also for an inactive variable.
  PvarSlot* find_active(PvarSession session, PvarHandle handle) const noexcept {
    PvarSlot* const slot = find_handle(session, handle);
    return slot != nullptr && slot->variable->active.load(std::memory_order_acquire) ? slot
                                                                                     : nullptr;
  }
  /// The code for arguments with which these functions found nothing. They need not check whether
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
  const bool always_room = behaviour.allocation_microseconds == 0 &&
                           behaviour.memory_ends_every == 0 && behaviour.cached == 0 &&
                           behaviour.max_handles_of_variable == 0 &&
                           !behaviour.text_counts_differ;  // max_handles and max_sessions apart
  RegistrationEditor* const editor;                        // may be null
  const std::shared_ptr<ThreadWords> words = std::make_shared<ThreadWords>();

  template <class Work>
  [[gnu::noinline]] Code under_mutex(Work work) {
    if (!accessible()) return Code::not_accessible;
    const std::lock_guard lock(mutex);
    return work(*this);
  }

  mutable Mutex mutex;                  // over all members below, with the marked exceptions
  std::atomic<bool> up{false};          // read without the mutex
  std::atomic<bool> closed_off{false};  // read without the mutex
  // Granted calls. Two counters, so that the calls of a nested pair do not wait for each other's
  // store.
  std::uint64_t inits = 0;
  std::uint64_t finalizes = 0;
  ThreadLevel thread_level = ThreadLevel::single;
  bool was_up = false;                            // and was finalized
  unsigned allocations = 0;                       // of handles and sessions, if some are refused
  unsigned text_handles = 0;                      // of cvars, if their counts differ
  std::vector<std::shared_ptr<std::FILE>> cache;  // as Behaviour says

  Records<EnumSpec> enums;
  Records<CvarRecord> cvars;
  Records<PvarRecord> pvars;
  Records<CategoryRecord> categories;
  TextStore texts;
  std::vector<CvarProperties> cvar_properties;  // parallel to cvars
  std::vector<PvarProperties> pvar_properties;  // parallel to pvars
  NameTable enums_by_name;
  NameTable cvars_by_name;
  NameTable pvars_by_name;  // kind: the class
  NameTable categories_by_name;
  int update_number;
  std::deque<SourceRecord> all_sources;
  std::deque<EventRecord> all_events;
  std::vector<EventRecord*> hidden_events;
  std::vector<EventRecord*> events;  // by index
  NameTable events_by_name;

  // No mutex needed, except to add.
  Chunks<std::atomic<const SourceRecord*>> sources;  // by index
  std::atomic<std::uint32_t> source_count{0};
  EventDelivery delivery{behaviour};

  // Handles of any kind
  std::uint32_t retired = 0;      // slots since the last reclaim
  bool waiting = false;           // slots wait for visits to end
  std::uint64_t waiting_for = 0;  // they wait for visits up to this epoch

  // find and for_each need no mutex.
  HandleTable<EventSlot, WordKind::event_registration> registrations;
  HandleTable<CvarSlot, WordKind::cvar> cvar_handles;
  HandleTable<SessionSlot, WordKind::session> sessions;
  HandleTable<PvarSlot, WordKind::pvar> pvar_handles;
};

/// Whether the word of an element is an item of the enumeration; true without one.
bool is_item(const EnumSpec* enumeration, std::uint64_t word);

/// All hints of a registration.
Hints effective_hints(std::uint32_t sample_every);

/// The word of the object that an obj_handle argument points to.
ObjectWord object_word(const void* obj_handle);

}  // namespace mpit
