// SPDX-License-Identifier: BSD-3-Clause
// One storage for every legal combination of class and datatype of a performance variable. The same
// traffic updates all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "reference/engine/core/storage.hpp"
#include "reference/engine/core/types.hpp"

namespace mpit {
class WatermarkStorage;
}

namespace mpit::runtime {

/// A class and a datatype that MPI-5.0 section 15.3.7 allows for it.
struct SpecimenKind {
  PvarClass var_class;
  Datatype datatype;
};

/// All kinds.
std::span<const SpecimenKind> specimen_kinds();

/// Values of the enumeration of the STATE specimens.
enum class SpecimenState : int { idle = 10, busy = 20, crowded = 40 };

/// Length of the MPI_CHAR specimen, including its terminating null.
inline constexpr int specimen_text_size = 8;

/// The storages of one object, or of the process. Updates are not thread safe.
class SpecimenSet {
 public:
  explicit SpecimenSet(const std::shared_ptr<ThreadWords>& words);

  /// The storage of specimen_kinds()[kind].
  const std::shared_ptr<Storage>& storage(std::size_t kind) const { return storages_[kind]; }

  /// Adds one to counters, `amount` to aggregates, and the time of this call and drive_level to
  /// timers.
  [[gnu::noinline]] void drive_sums(std::uint64_t amount);
  /// Sets gauges and watermarks to `level`.
  [[gnu::noinline]] void drive_level(std::uint64_t level);
  /// Records a use of the object: sums grow by one, the level cycles through 0 to 7.
  void drive_by_use();

 private:
  using Sums = std::vector<ThreadWords::Adder>;
  using Gauges = std::vector<std::shared_ptr<GaugeStorage>>;
  using Watermarks = std::vector<std::shared_ptr<WatermarkStorage>>;

  template <class Stored>
  std::shared_ptr<Stored> keep(std::shared_ptr<Stored> storage);
  void make(const SpecimenKind& kind, const std::shared_ptr<ThreadWords>& words);
  void add_time(std::uint64_t began);

  std::vector<std::shared_ptr<Storage>> storages_;
  Sums counters_;
  Sums aggregates_;  // of integers
  Sums double_aggregates_;
  Sums timers_;
  Gauges gauges_;  // LEVEL, SIZE and GENERIC, except for text
  Watermarks watermarks_;
  std::shared_ptr<GaugeStorage> state_;
  std::shared_ptr<GaugeStorage> percentage_;
  std::shared_ptr<GaugeStorage> text_;
  std::uint64_t uses_ = 0;
};

}  // namespace mpit::runtime
