// SPDX-License-Identifier: BSD-3-Clause
// A handle's cells: their making, and starting and stopping all of them as one.
#pragma once

#include <memory>

#include "engine/state.hpp"

namespace mpit {

/// Makes the slot a handle of the variable, with its starting value; running if the variable is
/// continuous. Throws std::bad_alloc.
void set_up(PvarSlot& slot, const PvarRecord& variable, std::shared_ptr<Storage> storage);
/// Gives up what set_up took. The slot must be withdrawn.
void take_down(PvarSlot& slot);

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
