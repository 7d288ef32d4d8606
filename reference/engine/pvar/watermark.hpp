// SPDX-License-Identifier: BSD-3-Clause
// High and low watermarks by epochs. An update costs the same for any number of handles, because a
// memory barrier of one thread serves all others.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "reference/engine/core/barrier.hpp"
#include "reference/engine/core/chunks.hpp"
#include "reference/engine/core/pair.hpp"
#include "reference/engine/core/storage.hpp"

namespace mpit {

/// The extreme of one element, epoch by epoch.
///
/// An update stores the level and raises the extreme of the current epoch if the level is beyond
/// it. A handle holds its mark and its first epoch; its value is the best of the mark and the
/// extremes since then. A start, reset or write opens the next epoch if the extreme of the current
/// one would affect it. Extremes are in a ring. Every half round, the thread that opens an epoch
/// first updates all started handles of the variable.
///
/// Values are compared as words: unsigned integers, or doubles that are not negative, whose bits
/// are ordered alike. "Better" means higher for a high watermark, lower for a low one.
class WatermarkRing {
 public:
  /// A moment at which the epoch's extreme is not better than the mark.
  struct Moment {
    std::uint64_t epoch = 0;
    std::uint64_t mark = 0;
  };

  /// The level is that of a gauge if one is given, otherwise `level` for now.
  void initialize(bool high, std::uint64_t level, std::atomic<std::uint64_t>* gauge) noexcept;

  /// `high` as in initialize(): a constant at each call.
  void update(bool high, std::uint64_t word) noexcept {
    level_->store(word, std::memory_order_relaxed);
    notice(high, word);
  }

  /// The level has become `word`.
  void notice(bool high, std::uint64_t word) noexcept {
    // A thread that opens an epoch unseen here sees the level: see begin.
    light_barrier();
    const std::uint64_t epoch = epoch_.load(std::memory_order_acquire);
    const std::uint64_t extreme = slot(epoch).load_value();
    const bool beyond = high ? word > extreme : word < extreme;
    if (beyond || epoch_.load(std::memory_order_relaxed) != epoch) [[unlikely]]
      raise(word);
  }

  std::uint64_t level() const noexcept { return level_->load(std::memory_order_acquire); }
  bool better(std::uint64_t a, std::uint64_t b) const noexcept { return high_ ? a > b : a < b; }
  std::uint64_t best(std::uint64_t a, std::uint64_t b) const noexcept {
    return better(a, b) ? a : b;
  }

  /// Finds a moment for a handle that starts with the mark `mark_at(level)`, opening epochs as
  /// needed. `fold` updates all running handles to the current epoch.
  template <class MarkAt, class Fold>
  Moment begin(MarkAt mark_at, Fold fold) noexcept {
    for (;;) {
      const std::uint64_t epoch = epoch_.load(std::memory_order_seq_cst);
      const PairValue before = slot(epoch).load();
      // Without this, an update may have checked the previous epoch while its level is not visible
      // yet.
      heavy_barrier();
      const std::uint64_t mark = mark_at(level());
      const PairValue after = slot(epoch).load();
      if (before == after && before.tag == epoch && !better(before.value, mark) &&
          epoch_.load(std::memory_order_seq_cst) == epoch) {
        return {epoch, mark};
      }
      if (better(before.value, mark)) open_next(epoch, fold);
    }
  }

  /// Whether every thread that opens epochs saw a handle that was published in `epoch` in time.
  bool recent(std::uint64_t epoch) const noexcept {
    return epoch_.load(std::memory_order_seq_cst) - epoch < size / 4;
  }

  /// The best of `mark` and the extremes from `epoch` (its lower half) to the current one, and the
  /// current epoch. Epochs that left the ring are ignored: only a handle that is still being
  /// started can need them.
  Moment since(std::uint32_t epoch, std::uint64_t mark) const noexcept;

 private:
  /// A Pair whose value can be read without its tag.
  class Slot : public Pair {
   public:
    using Pair::load_value;
  };

  static constexpr std::uint64_t size = 32;  // epochs in the ring; a power of two

  Slot& slot(std::uint64_t epoch) noexcept { return slots_[epoch % size]; }
  const Slot& slot(std::uint64_t epoch) const noexcept { return slots_[epoch % size]; }
  std::uint64_t nothing() const noexcept { return high_ ? 0 : ~std::uint64_t{0}; }
  [[gnu::cold, gnu::noinline]] void raise(std::uint64_t word) noexcept;
  void advance(std::uint64_t epoch) noexcept;

  template <class Fold>
  void open_next(std::uint64_t epoch, Fold fold) noexcept {
    if ((epoch + 1) % (size / 2) == 0) fold();
    advance(epoch);
  }

  bool high_ = true;
  std::atomic<std::uint64_t> own_level_{0};
  std::atomic<std::uint64_t>* level_ = &own_level_;
  std::atomic<std::uint64_t> epoch_{size};
  std::array<Slot, size> slots_;
};

/// Storage of high or low watermarks of unsigned integers or doubles.
class WatermarkStorage : public Storage {
 public:
  enum class Direction { high, low };

  WatermarkStorage(Direction direction, Datatype datatype, int count, std::uint64_t initial);
  /// Marks of a level that is stored in `gauge`. Code that changes the level calls notice.
  WatermarkStorage(Direction direction, std::shared_ptr<GaugeStorage> gauge);

  /// Everything that an update needs, for direct use.
  class Updater {
   public:
    explicit Updater(WatermarkStorage& storage) : first_(storage.rings_.data()) {}

    /// Sets the level, and raises the marks if it is beyond them. O(1), lock-free, signal-safe, any
    /// thread. A negative double or NaN counts as 0, the lowest value that the class allows.
    void update(bool high, std::uint64_t word, int element) const noexcept {
      first_[element].update(high, word);
    }
    void update(bool high, double value, int element) const noexcept {
      update(high, value > 0 ? to_word(value) : 0, element);
    }
    /// The gauge's level has become `word`: updates the marks. Not needed if the level moved in the
    /// other direction.
    void notice(bool high, std::uint64_t word, int element) const noexcept {
      first_[element].notice(high, word);
    }

   private:
    WatermarkRing* first_;
  };

  /// See Updater::update.
  template <class Level>
  void update(Level level, int element = 0) noexcept {
    Updater(*this).update(direction_ == Direction::high, level, element);
  }

  Direction direction() const noexcept { return direction_; }
  WatermarkStorage* watermarks() noexcept override { return this; }
  /// The current level.
  std::uint64_t load(int element) const noexcept override { return ring(element).level(); }

  /// Registers the cells of a handle (count() of them, adjacent). Returns the argument of detach.
  /// May lock.
  std::uint32_t attach(Pair* cells);
  /// After this the storage does not access the cells any more. May lock and wait briefly.
  void detach(std::uint32_t position);

 private:
  friend class WatermarkCells;

  WatermarkRing& ring(int element) noexcept { return rings_[static_cast<std::size_t>(element)]; }
  const WatermarkRing& ring(int element) const noexcept {
    return rings_[static_cast<std::size_t>(element)];
  }

  const Direction direction_;
  const std::shared_ptr<GaugeStorage> gauge_;  // null: the rings have the level
  std::vector<WatermarkRing> rings_;
  std::mutex mutex_;
  MemberArray<Pair> handles_;
  std::atomic<std::uint32_t> walkers_{0};
};

}  // namespace mpit
