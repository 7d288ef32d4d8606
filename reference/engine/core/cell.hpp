// SPDX-License-Identifier: BSD-3-Clause
// One element of a performance variable for one handle, and the operations of each class.
#pragma once

#include <cstdint>

#include "reference/engine/core/pair.hpp"

namespace mpit {

class Storage;

/// The number of starts and stops of a handle: odd while it runs, 0 before the first start. Wraps
/// to 2, never to 0.
using Run = std::uint32_t;

constexpr bool running(Run run) { return (run & 1U) != 0; }
constexpr bool never_started(Run run) { return run == 0; }
constexpr Run next_run(Run run) { return run + 1 != 0 ? run + 1 : 2; }
/// Whether a cell has already followed the handle to `target`.
constexpr bool reached(Run run, Run target) { return static_cast<std::int32_t>(run - target) >= 0; }

/// A cell's tag: the run in the lower half. The upper half is the number of changes (sums, gauges),
/// so that no tag recurs, or the first epoch of the variable that counts for the cell (watermarks).
constexpr Run run_of(PairValue cell) { return static_cast<Run>(cell.tag); }
constexpr std::uint32_t upper_of(PairValue cell) {
  return static_cast<std::uint32_t>(cell.tag >> 32);
}
constexpr std::uint64_t make_tag(std::uint32_t upper, Run run) {
  return std::uint64_t{upper} << 32 | run;
}

/// The operations on a cell, by kind of class. All are atomic, lock-free, allocation-free and
/// signal-safe.
class CellKind {
 public:
  CellKind(const CellKind&) = delete;
  CellKind& operator=(const CellKind&) = delete;

  /// Gives a new cell, which is not shared yet, the class's starting value, stopped.
  virtual void initialize(Pair& cell, const Storage& storage, int element) const noexcept = 0;
  /// Follows the handle to `target`, one start or stop ahead. No effect if another thread did it
  /// already.
  virtual void follow(Pair& cell, const Storage& storage, int element,
                      Run target) const noexcept = 0;
  /// The value as a word (value.hpp).
  virtual std::uint64_t read(const Pair& cell, const Storage& storage,
                             int element) const noexcept = 0;
  /// Sets the value; false if the cell cannot be written now.
  virtual bool write(Pair& cell, const Storage& storage, int element,
                     std::uint64_t word) const noexcept = 0;
  /// Sets the starting value and returns the value that it replaced.
  virtual std::uint64_t read_reset(Pair& cell, const Storage& storage,
                                   int element) const noexcept = 0;

 protected:
  constexpr CellKind() = default;
  ~CellKind() = default;
};

/// COUNTER, AGGREGATE, TIMER. With S the storage's sum, a running cell holds value - S, and a
/// stopped one holds its value. Integers are modulo 2^64, hence modulo the range of the variable's
/// type.
const CellKind& integer_sum_cells();
const CellKind& double_sum_cells();

/// STATE, LEVEL, SIZE, PERCENTAGE, GENERIC. A running cell has the storage's value. A stopped one
/// holds the value at the stop. A running cell cannot be written: its value belongs to the library.
const CellKind& gauge_cells();

/// HIGHWATERMARK, LOWWATERMARK; needs a WatermarkStorage, see watermark.hpp. `restart_keeps`: a
/// restart keeps the mark.
const CellKind& watermark_cells(bool restart_keeps);

}  // namespace mpit
