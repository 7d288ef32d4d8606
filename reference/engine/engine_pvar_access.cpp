// SPDX-License-Identifier: BSD-3-Clause
// Access to performance variables (MPI-5.0 §15.3.7): the part that neither locks nor allocates.
#include <algorithm>

#include "engine/pvar_rules.hpp"
#include "engine/pvar_run.hpp"
#include "engine/state.hpp"
#include "engine/value.hpp"

namespace mpit {

Code Engine::State::find_handle(PvarSession session, PvarHandle handle,
                                PvarSlot*& slot) const noexcept {
  if (sessions.find(static_cast<Word>(session)) == nullptr) return Code::invalid_session;
  if (handle == PvarHandle::all) return behaviour.misplaced_all_handles;
  slot = pvar_handles.find(static_cast<Word>(handle));
  if (slot == nullptr || slot->session != static_cast<Word>(session)) return Code::invalid_handle;
  return Code::success;
}

Code Engine::State::find_active(PvarSession session, PvarHandle handle,
                                PvarSlot*& slot) const noexcept {
  const Code code = find_handle(session, handle, slot);
  if (code == Code::success && !slot->variable->active) return Code::invalid_handle;
  return code;
}

// Visits the handles of active variables in the session. A handle is not dismantled while it is
// visited.
template <class Visit>
Code Engine::State::for_all_handles(PvarSession session, Visit&& visit) const noexcept {
  SessionSlot* const slot = sessions.find(static_cast<Word>(session));
  if (slot == nullptr) return Code::invalid_session;
  slot->visitors.fetch_add(1, std::memory_order_seq_cst);
  slot->handles.for_each([&](PvarSlot& handle) {
    if (handle.word.load(std::memory_order_seq_cst) != 0 &&
        handle.session == static_cast<Word>(session) && handle.variable->active) {
      visit(handle);
    }
  });
  slot->visitors.fetch_sub(1, std::memory_order_seq_cst);
  return Code::success;
}

namespace {

bool is_item(const EnumSpec* enumeration, std::uint64_t word) {
  return enumeration == nullptr ||
         std::any_of(enumeration->items.begin(), enumeration->items.end(),
                     [&](const EnumItem& item) { return item.value == static_cast<int>(word); });
}

bool resettable(const PvarSlot& slot) { return !slot.variable->spec.readonly; }

void reset(PvarSlot& slot) noexcept {
  for_each_cell(slot, [&](Pair& cell, int element) {
    slot.variable->cells.read_reset(cell, *slot.storage, element);
  });
}

}  // namespace

Code Engine::start_stop(PvarSession session, PvarHandle handle, bool on) {
  const State& state = *state_;
  if (!state.ready()) return Code::not_initialized;
  if (handle == PvarHandle::all) {
    return state.for_all_handles(session, [&](PvarSlot& slot) {
      if (!slot.variable->spec.continuous) set_running(slot, on);
    });
  }
  PvarSlot* slot = nullptr;
  const Code code = state.find_active(session, handle, slot);
  if (code != Code::success) return code;
  if (slot->variable->spec.continuous) return Code::pvar_no_startstop;
  return set_running(*slot, on) ? Code::success : state.behaviour.redundant_start_stop;
}

Code Engine::pvar_start(PvarSession session, PvarHandle handle) {
  return start_stop(session, handle, true);
}

Code Engine::pvar_stop(PvarSession session, PvarHandle handle) {
  return start_stop(session, handle, false);
}

Code Engine::pvar_read(PvarSession session, PvarHandle handle, void* buf) {
  const State& state = *state_;
  if (!state.ready()) return Code::not_initialized;
  PvarSlot* slot = nullptr;
  const Code code = state.find_active(session, handle, slot);
  if (code != Code::success) return code;
  if (buf == nullptr) return Code::invalid;
  if (never_started(slot->run.load(std::memory_order_acquire)) &&
      state.behaviour.read_never_started != Code::success) {
    return state.behaviour.read_never_started;
  }
  const PvarRecord& variable = *slot->variable;
  for_each_cell(*slot, [&](Pair& cell, int element) {
    store_element(buf, static_cast<std::size_t>(element), variable.spec.datatype,
                  variable.cells.read(cell, *slot->storage, element));
  });
  return Code::success;
}

Code Engine::pvar_write(PvarSession session, PvarHandle handle, const void* buf) {
  const State& state = *state_;
  if (!state.ready()) return Code::not_initialized;
  PvarSlot* slot = nullptr;
  const Code code = state.find_active(session, handle, slot);
  if (code != Code::success) return code;
  if (buf == nullptr) return Code::invalid;
  const PvarRecord& variable = *slot->variable;
  const PvarSpec& spec = variable.spec;
  if (spec.readonly) return Code::pvar_no_write;
  bool allowed = true;
  for_each_cell(*slot, [&](Pair&, int element) {
    const std::uint64_t word = load_element(buf, static_cast<std::size_t>(element), spec.datatype);
    allowed = allowed && value_allowed(spec, word) && is_item(variable.enumeration, word);
  });
  if (!allowed) return Code::invalid;
  bool written = true;
  for_each_cell(*slot, [&](Pair& cell, int element) {
    const std::uint64_t word = load_element(buf, static_cast<std::size_t>(element), spec.datatype);
    written = written && variable.cells.write(cell, *slot->storage, element, word);
  });
  return written ? Code::success : Code::pvar_no_write;
}

Code Engine::pvar_reset(PvarSession session, PvarHandle handle) {
  const State& state = *state_;
  if (!state.ready()) return Code::not_initialized;
  if (handle == PvarHandle::all) {
    return state.for_all_handles(session, [&](PvarSlot& slot) {
      if (resettable(slot)) reset(slot);
    });
  }
  PvarSlot* slot = nullptr;
  const Code code = state.find_active(session, handle, slot);
  if (code != Code::success) return code;
  if (!resettable(*slot)) return Code::pvar_no_write;
  reset(*slot);
  return Code::success;
}

Code Engine::pvar_readreset(PvarSession session, PvarHandle handle, void* buf) {
  const State& state = *state_;
  if (!state.ready()) return Code::not_initialized;
  PvarSlot* slot = nullptr;
  const Code code = state.find_active(session, handle, slot);
  if (code != Code::success) return code;
  if (buf == nullptr) return Code::invalid;
  const PvarRecord& variable = *slot->variable;
  if (!variable.spec.atomic) return Code::pvar_no_atomic;
  if (!resettable(*slot)) return Code::pvar_no_write;
  if (never_started(slot->run.load(std::memory_order_acquire)) &&
      state.behaviour.read_never_started != Code::success) {
    return state.behaviour.read_never_started;
  }
  for_each_cell(*slot, [&](Pair& cell, int element) {
    store_element(buf, static_cast<std::size_t>(element), variable.spec.datatype,
                  variable.cells.read_reset(cell, *slot->storage, element));
  });
  return Code::success;
}

}  // namespace mpit
