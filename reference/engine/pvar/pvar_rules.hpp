// SPDX-License-Identifier: BSD-3-Clause
// The demands of a performance variable's class on its type, storage and values (MPI-5.0 §15.3.7),
// and the cells of a handle: creation, and atomic start and stop of all of them.
#pragma once

#include <cstdint>
#include <memory>

#include "reference/engine/core/behaviour.hpp"
#include "reference/engine/core/cell.hpp"
#include "reference/engine/core/handles.hpp"
#include "reference/engine/core/registration.hpp"

namespace mpit {

/// Whether variables of the class may have the datatype.
bool class_allows(PvarClass var_class, Datatype datatype, const Behaviour& behaviour);

/// Whether the storage can hold the values of the variable.
bool storage_fits(Storage& storage, const PvarSpec& spec);

/// The kind of cells of the variable's handles.
const CellKind& cells_of(const PvarSpec& spec, const Behaviour& behaviour);

/// Whether the class allows a tool to write this word. Enumerations are not checked.
bool value_allowed(const PvarSpec& spec, std::uint64_t word);

/// Makes the slot a handle of the variable with its starting value, running if the variable is
/// continuous. Throws std::bad_alloc and then changes nothing.
void set_up(PvarSlot& slot, const PvarRecord& variable, std::shared_ptr<Storage> storage);
/// Makes a new handle of a continuous sum include what was counted before it.
void count_since_boot(PvarSlot& slot) noexcept;
/// Releases what set_up acquired. No thread may use the slot.
void take_down(PvarSlot& slot) noexcept;

/// Starts or stops the handle; false if it was started or stopped already. Lock-free, signal-safe.
/// Atomic also for arrays: a thread that finds an unfinished start or stop completes it first.
bool set_running(PvarSlot& slot, bool on) noexcept;

/// Calls `visit(cell, element)` for each element.
template <class Visit>
void for_each_cell(PvarSlot& slot, Visit&& visit) {
  const int count = slot.storage->count();
  for (int element = 0; element != count; ++element) visit(slot.cells[element], element);
}

}  // namespace mpit
