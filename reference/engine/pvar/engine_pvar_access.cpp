// SPDX-License-Identifier: BSD-3-Clause
// Access to performance variables (MPI-5.0 §15.3.7): the part that neither locks nor allocates.
#include "reference/engine/core/state.hpp"
#include "reference/engine/core/value.hpp"
#include "reference/engine/pvar/pvar_rules.hpp"

namespace mpit {

Code Engine::State::why_not_found(PvarSession session, PvarHandle handle) const noexcept {
  if (!ready()) return refuse(Code::not_initialized);
  const Handles& found = handles_without_mutex();
  if (found.find(session) == nullptr) return refuse(Code::invalid_session);
  if (handle == PvarHandle::all) return behaviour.misplaced_all_handles;
  return found.find(handle) == nullptr ? refuse(Code::invalid_handle)
                                       : Code::invalid_handle;  // of another session, or inactive
}

// Calls `use` for the handles of active variables in the session. Within a Visit.
template <class Use>
Code Engine::State::for_all_handles(PvarSession session, Use&& use) const noexcept {
  SessionSlot* const slot = handles_without_mutex().find(session);
  if (slot == nullptr) return refuse(Code::invalid_session);
  slot->handles.for_each([&](PvarSlot& handle) {
    if (handle.word.load(std::memory_order_seq_cst) != 0 &&
        handle.session == static_cast<Word>(session) && handle.variable->active) {
      use(handle);
    }
  });
  return Code::success;
}

namespace {

bool is_mark(const PvarSpec& spec) {
  return spec.var_class == PvarClass::highwatermark || spec.var_class == PvarClass::lowwatermark;
}

bool is_sum(const PvarSpec& spec) {
  return spec.var_class == PvarClass::counter || spec.var_class == PvarClass::aggregate ||
         spec.var_class == PvarClass::timer;
}

// Whether a reset of this single handle is allowed.
bool resettable(const PvarSlot& slot, const Behaviour& behaviour) {
  const PvarSpec& spec = slot.variable->spec;
  if (spec.readonly) return behaviour.readonly_resets && (is_mark(spec) || is_sum(spec));
  return !behaviour.pvar_resets_refused;
}

// Call it after a reset. A stopped watermark may have no value then (A19).
void note_reset(PvarSlot& slot, const Behaviour& behaviour) noexcept {
  if (behaviour.after_reset != nullptr) behaviour.after_reset();
  if (behaviour.stopped_watermark_reset == Behaviour::StoppedReset::no_value &&
      is_mark(slot.variable->spec) && !running(slot.run.load(std::memory_order_acquire))) {
    slot.no_value.store(true, std::memory_order_release);
  }
}

// Starts or stops the handle. After a start even a watermark without a value has one.
bool run_or_halt(PvarSlot& slot, bool on) noexcept {
  const bool changed = set_running(slot, on);
  if (on) slot.no_value.store(false, std::memory_order_release);
  return changed;
}

// success, or the reason why the handle has no value.
Code readable(const PvarSlot& slot, const Behaviour& behaviour) noexcept {
  if (slot.no_value.load(std::memory_order_acquire)) return Code::invalid;
  return never_started(slot.run.load(std::memory_order_acquire)) ? behaviour.read_never_started
                                                                 : Code::success;
}

void reset(PvarSlot& slot, const Behaviour& behaviour) noexcept {
  for_each_cell(slot, [&](Pair& cell, int element) {
    slot.variable->cells.read_reset(cell, *slot.storage, element);
  });
  note_reset(slot, behaviour);
}

}  // namespace

Code Engine::start_stop(PvarSession session, PvarHandle handle, bool on) {
  const State& state = *state_;
  if (!state.ready()) return state.refuse(Code::not_initialized);
  const Visit visit;
  if (handle == PvarHandle::all) {
    return state.for_all_handles(session, [&](PvarSlot& slot) {
      if (!slot.variable->spec.continuous) run_or_halt(slot, on);
    });
  }
  PvarSlot* const slot = state.handles_without_mutex().find_active(session, handle);
  if (slot == nullptr) return state.why_not_found(session, handle);
  if (slot->variable->spec.continuous) return state.behaviour.continuous_start_stop;
  return run_or_halt(*slot, on) ? Code::success : state.behaviour.redundant_start_stop;
}

Code Engine::pvar_start(PvarSession session, PvarHandle handle) {
  return start_stop(session, handle, true);
}

Code Engine::pvar_stop(PvarSession session, PvarHandle handle) {
  return start_stop(session, handle, false);
}

Code Engine::State::read(PvarSlot& slot, void* buf) const noexcept {
  if (buf == nullptr) return refuse(Code::invalid);
  const Code readiness = readable(slot, behaviour);
  if (readiness != Code::success) return readiness;
  const PvarRecord& variable = *slot.variable;
  for_each_cell(slot, [&](Pair& cell, int element) {
    store_element(buf, static_cast<std::size_t>(element), variable.spec.datatype,
                  variable.cells.read(cell, *slot.storage, element));
  });
  return Code::success;
}

Code Engine::State::read(PvarSession session, PvarHandle handle, void* buf) const noexcept {
  const Visit visit;
  PvarSlot* const slot = handles_without_mutex().find_active(session, handle);
  return slot != nullptr ? read(*slot, buf) : why_not_found(session, handle);
}

Code Engine::pvar_read(PvarSession session, PvarHandle handle, void* buf) {
  const State& state = *state_;
  if (single_threaded()) {
    PvarSlot* const slot = state.handles_without_mutex().find_active(session, handle);
    // No other thread can free the handle meanwhile.
    if (slot != nullptr && !slot->calls_component) [[likely]]
      return state.read(*slot, buf);
  }
  return state.read(session, handle, buf);
}

Code Engine::pvar_write(PvarSession session, PvarHandle handle, const void* buf) {
  const State& state = *state_;
  const Visit visit;
  PvarSlot* const slot = state.handles_without_mutex().find_active(session, handle);
  if (slot == nullptr) return state.why_not_found(session, handle);
  if (buf == nullptr) return state.refuse(Code::invalid);
  const PvarRecord& variable = *slot->variable;
  const PvarSpec& spec = variable.spec;
  if (spec.readonly || state.behaviour.pvar_writes_refused) return Code::pvar_no_write;
  bool allowed = true;
  for_each_cell(*slot, [&](Pair&, int element) {
    const std::uint64_t word = load_element(buf, static_cast<std::size_t>(element), spec.datatype);
    allowed = allowed && value_allowed(spec, word) && is_item(variable.enumeration, word);
  });
  if (!allowed) return Code::invalid;
  GaugeStorage* const shared = state.behaviour.gauge_write == Behaviour::GaugeWrite::variable
                                   ? dynamic_cast<GaugeStorage*>(slot->storage.get())
                                   : nullptr;
  bool written = true;
  for_each_cell(*slot, [&](Pair& cell, int element) {
    const std::uint64_t word = load_element(buf, static_cast<std::size_t>(element), spec.datatype);
    if (shared != nullptr) shared->set(word, element);
    const bool cell_written = variable.cells.write(cell, *slot->storage, element, word);
    written = written && (cell_written || shared != nullptr);
  });
  if (written) slot->no_value.store(false, std::memory_order_release);
  return written ? Code::success : Code::pvar_no_write;
}

Code Engine::pvar_reset(PvarSession session, PvarHandle handle) {
  const State& state = *state_;
  if (!state.ready()) return state.refuse(Code::not_initialized);
  const Visit visit;
  if (handle == PvarHandle::all) {
    bool refused = false;
    const Code code = state.for_all_handles(session, [&](PvarSlot& slot) {
      if (slot.variable->spec.readonly) return;
      if (resettable(slot, state.behaviour)) {
        reset(slot, state.behaviour);
      } else {
        refused = true;
      }
    });
    return refused ? Code::pvar_no_write : code;
  }
  PvarSlot* const slot = state.handles_without_mutex().find_active(session, handle);
  if (slot == nullptr) return state.why_not_found(session, handle);
  if (!resettable(*slot, state.behaviour)) return Code::pvar_no_write;
  reset(*slot, state.behaviour);
  return Code::success;
}

Code Engine::pvar_readreset(PvarSession session, PvarHandle handle, void* buf) {
  const State& state = *state_;
  const Visit visit;
  PvarSlot* const slot = state.handles_without_mutex().find_active(session, handle);
  if (slot == nullptr) return state.why_not_found(session, handle);
  if (buf == nullptr) return state.refuse(Code::invalid);
  const PvarRecord& variable = *slot->variable;
  if (!variable.spec.atomic) {
    return variable.spec.readonly ? state.behaviour.readreset_readonly : Code::pvar_no_atomic;
  }
  if (!resettable(*slot, state.behaviour)) return Code::pvar_no_write;
  const Code readiness = readable(*slot, state.behaviour);
  if (readiness != Code::success) return readiness;
  for_each_cell(*slot, [&](Pair& cell, int element) {
    store_element(buf, static_cast<std::size_t>(element), variable.spec.datatype,
                  variable.cells.read_reset(cell, *slot->storage, element));
  });
  note_reset(*slot, state.behaviour);
  return Code::success;
}

}  // namespace mpit
