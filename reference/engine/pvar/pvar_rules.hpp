// SPDX-License-Identifier: BSD-3-Clause
// What the class of a performance variable asks of its type, storage and values (MPI-5.0 §15.3.7);
// the cells of a handle: their making, and starting and stopping all of them as one.
#pragma once

#include <cstdint>
#include <memory>

#include "reference/engine/core/behaviour.hpp"
#include "reference/engine/core/cell.hpp"
#include "reference/engine/core/registration.hpp"
#include "reference/engine/core/state.hpp"

namespace mpit {

/// Whether variables of the class may have the datatype.
bool class_allows(PvarClass var_class, Datatype datatype, const Behaviour& behaviour);

/// Whether the storage can hold the values of the variable.
bool storage_fits(Storage& storage, const PvarSpec& spec);

/// How handles of the variable keep their values.
const CellKind& cells_of(const PvarSpec& spec, const Behaviour& behaviour);

/// Whether a tool may write this word: the class's range. Enumerations are not looked at.
bool value_allowed(const PvarSpec& spec, std::uint64_t word);

/// Makes the slot a handle of the variable, with its starting value; running if the variable is
/// continuous. Throws std::bad_alloc, and changes nothing then.
void set_up(PvarSlot& slot, const PvarRecord& variable, std::shared_ptr<Storage> storage);
/// Lets the handle of a continuous sum, just set up, show what was counted before it.
void count_since_boot(PvarSlot& slot) noexcept;
/// Gives up what set_up took. Nobody may be using the slot.
void take_down(PvarSlot& slot) noexcept;

/// Starts or stops the handle; false if it was started or stopped already. Lock-free, signal-safe.
/// Atomic also for arrays: whoever comes across a start or stop under way completes it first.
bool set_running(PvarSlot& slot, bool on) noexcept;

/// Calls `visit(cell, element)` for each element.
template <class Visit>
void for_each_cell(PvarSlot& slot, Visit&& visit) {
  const int count = slot.storage->count();
  for (int element = 0; element != count; ++element) visit(slot.cells[element], element);
}

}  // namespace mpit
