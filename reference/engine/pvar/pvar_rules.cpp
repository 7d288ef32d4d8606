// SPDX-License-Identifier: BSD-3-Clause
// The rules of each class, and the life of a handle's cells.
#include "reference/engine/pvar/pvar_rules.hpp"

#include <cmath>
#include <utility>

#include "reference/engine/core/value.hpp"
#include "reference/engine/pvar/watermark.hpp"

namespace mpit {

namespace {

constexpr int counted_before = 4711;  // the assumed count since boot

void follow(PvarSlot& slot, Run target) noexcept {
  for_each_cell(slot, [&](Pair& cell, int element) {
    slot.variable->cells.follow(cell, *slot.storage, element, target);
  });
}

}  // namespace

bool class_allows(PvarClass var_class, Datatype datatype, const Behaviour& behaviour) {
  const bool is_double = datatype == Datatype::double_;
  const bool is_unsigned = datatype == Datatype::unsigned_ || datatype == Datatype::unsigned_long ||
                           datatype == Datatype::unsigned_long_long ||
                           (behaviour.fixed_width_classes &&
                            (datatype == Datatype::uint32 || datatype == Datatype::uint64));
  switch (var_class) {
    case PvarClass::state:
      return datatype == Datatype::int_;
    case PvarClass::percentage:
      return is_double;
    case PvarClass::counter:
      return is_unsigned;
    case PvarClass::level:
      return is_unsigned || is_double || (behaviour.int_levels && datatype == Datatype::int_);
    case PvarClass::size:
    case PvarClass::highwatermark:
    case PvarClass::lowwatermark:
    case PvarClass::aggregate:
    case PvarClass::timer:
      return is_unsigned || is_double;
    case PvarClass::generic:
      return size_of(datatype) != 0;
  }
  return false;
}

bool storage_fits(Storage& storage, const PvarSpec& spec) {
  if (storage.datatype() != spec.datatype) return false;
  const WatermarkStorage* const marks = storage.watermarks();
  switch (spec.var_class) {
    case PvarClass::highwatermark:
      return marks != nullptr && marks->direction() == WatermarkStorage::Direction::high;
    case PvarClass::lowwatermark:
      return marks != nullptr && marks->direction() == WatermarkStorage::Direction::low;
    default:
      return marks == nullptr;
  }
}

const CellKind& cells_of(const PvarSpec& spec, const Behaviour& behaviour) {
  switch (spec.var_class) {
    case PvarClass::counter:
    case PvarClass::aggregate:
    case PvarClass::timer:
      return spec.datatype == Datatype::double_ ? double_sum_cells() : integer_sum_cells();
    case PvarClass::highwatermark:
    case PvarClass::lowwatermark:
      return watermark_cells(behaviour.watermark_restart == Behaviour::Restart::keeps);
    default:
      return gauge_cells();
  }
}

bool value_allowed(const PvarSpec& spec, std::uint64_t word) {
  if (spec.datatype != Datatype::double_ || spec.var_class == PvarClass::generic) return true;
  const double value = to_double(word);
  if (!std::isfinite(value) || std::signbit(value)) return false;
  return spec.var_class != PvarClass::percentage || value <= 1.0;
}

void set_up(PvarSlot& slot, const PvarRecord& variable, std::shared_ptr<Storage> storage) {
  const int count = storage->count();
  std::unique_ptr<Pair[]> array;
  if (count != 1) array = std::make_unique<Pair[]>(static_cast<std::size_t>(count));
  Pair* const cells = count == 1 ? &slot.own_cell : array.get();
  for (int element = 0; element != count; ++element) {
    variable.cells.initialize(cells[element], *storage, element);
  }
  if (WatermarkStorage* const marks = storage->watermarks())
    slot.place_in_storage = marks->attach(cells);
  // No failure from here on.
  array.release();
  slot.cells = cells;
  slot.variable = &variable;
  slot.calls_component = storage->calls_component();
  slot.storage = std::move(storage);
  slot.run.store(0, std::memory_order_relaxed);
  slot.no_value.store(false, std::memory_order_relaxed);
  if (variable.spec.continuous) set_running(slot, true);
}

void count_since_boot(PvarSlot& slot) noexcept {
  const PvarSpec& spec = slot.variable->spec;
  const bool sum =
      &slot.variable->cells == &integer_sum_cells() || &slot.variable->cells == &double_sum_cells();
  if (!spec.continuous || !sum) return;
  for_each_cell(slot, [&](Pair& cell, int element) {
    const std::uint64_t counted = slot.storage->load(element);
    const std::uint64_t shown = spec.datatype == Datatype::double_
                                    ? to_word(to_double(counted) + counted_before)
                                    : counted + counted_before;
    slot.variable->cells.write(cell, *slot.storage, element, shown);
  });
}

void take_down(PvarSlot& slot) noexcept {
  if (WatermarkStorage* const marks = slot.storage->watermarks())
    marks->detach(slot.place_in_storage);
  if (slot.cells != &slot.own_cell) delete[] slot.cells;
  slot.storage.reset();
}

bool set_running(PvarSlot& slot, bool on) noexcept {
  for (;;) {
    Run run = slot.run.load(std::memory_order_seq_cst);
    follow(slot, run);  // completes an interrupted start or stop
    if (running(run) == on) return false;
    const Run target = next_run(run);
    if (slot.run.compare_exchange_strong(run, target, std::memory_order_seq_cst)) {
      follow(slot, target);
      return true;
    }
  }
}

}  // namespace mpit
