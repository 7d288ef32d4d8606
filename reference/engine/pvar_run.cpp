// SPDX-License-Identifier: BSD-3-Clause
// The life of a handle's cells.
#include "engine/pvar_run.hpp"

#include <utility>

#include "engine/watermark.hpp"

namespace mpit {

namespace {

void follow(PvarSlot& slot, Run target) noexcept {
  for_each_cell(slot, [&](Pair& cell, int element) {
    slot.variable->cells.follow(cell, *slot.storage, element, target);
  });
}

}  // namespace

void set_up(PvarSlot& slot, const PvarRecord& variable, std::shared_ptr<Storage> storage) {
  slot.variable = &variable;
  slot.storage = std::move(storage);
  const int count = slot.storage->count();
  slot.cells = count == 1 ? &slot.own_cell : new Pair[static_cast<std::size_t>(count)];
  slot.run.store(0, std::memory_order_relaxed);
  slot.no_value.store(false, std::memory_order_relaxed);
  for_each_cell(slot, [&](Pair& cell, int element) {
    variable.cells.initialize(cell, *slot.storage, element);
  });
  if (WatermarkStorage* const marks = slot.storage->watermarks())
    slot.place_in_storage = marks->attach(slot.cells);
  if (variable.spec.continuous) set_running(slot, true);
}

void take_down(PvarSlot& slot) {
  if (WatermarkStorage* const marks = slot.storage->watermarks())
    marks->detach(slot.place_in_storage);
  if (slot.cells != &slot.own_cell) delete[] slot.cells;
  slot.cells = nullptr;
  slot.storage.reset();
}

bool set_running(PvarSlot& slot, bool on) noexcept {
  for (;;) {
    Run run = slot.run.load(std::memory_order_seq_cst);
    follow(slot, run);  // a start or stop that was interrupted
    if (running(run) == on) return false;
    const Run target = next_run(run);
    if (slot.run.compare_exchange_strong(run, target, std::memory_order_seq_cst)) {
      follow(slot, target);
      return true;
    }
  }
}

}  // namespace mpit
