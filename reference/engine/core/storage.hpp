// SPDX-License-Identifier: BSD-3-Clause
// Storage of performance variables: components update it, and handles read from it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "reference/engine/core/thread_words.hpp"
#include "reference/engine/core/types.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit {

class WatermarkStorage;

/// The values of one variable, for one object if it is bound. Shared by the component's instrument,
/// the variable's registration and the handles.
class Storage {
 public:
  virtual ~Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  Datatype datatype() const noexcept { return datatype_; }
  /// Number of elements, at least 1.
  int count() const noexcept { return count_; }
  /// The current value of an element as a word (value.hpp). Signal-safe and lock-free, if callbacks
  /// are. The caller's later loads are not older than the value.
  virtual std::uint64_t load(int element) const noexcept = 0;
  /// Whether `load` calls the component, which may use handles in any way.
  virtual bool calls_component() const noexcept { return false; }
  /// This storage, if it keeps watermarks; otherwise null.
  virtual WatermarkStorage* watermarks() noexcept { return nullptr; }

 protected:
  /// Throws std::invalid_argument for a datatype that no variable can have, or a count below 1.
  Storage(Datatype datatype, int count);

 private:
  const Datatype datatype_;
  const int count_;
};

/// Sums in per-thread words: COUNTER, AGGREGATE, TIMER. An update costs one unlocked add, for any
/// number of handles.
class SumStorage : public Storage {
 public:
  /// The unit of the words. Times are counted in nanoseconds, and stretches of time in words of
  /// their own. A variable of type MPI_DOUBLE shows them as seconds.
  enum class Unit { plain, nanoseconds };

  SumStorage(std::shared_ptr<ThreadWords> words, Datatype datatype, int count,
             Unit unit = Unit::plain);
  ~SumStorage() override;

  /// The access of instruments, for adding. Integers are added to variables with integer words,
  /// doubles to the others (MPI_DOUBLE, Unit::plain).
  ThreadWords::Adder adder() const noexcept { return words_->adder(first_); }

  /// For Unit::nanoseconds: this thread's TimeWord of an element.
  ThreadWords::Adder stretches() const noexcept {
    return words_->adder(first_ + static_cast<std::uint32_t>(count()));
  }

  std::uint64_t load(int element) const noexcept override;

 private:
  const std::shared_ptr<ThreadWords> words_;
  const std::uint32_t first_;
  const Unit unit_;
};

/// One word per element, which is overwritten: STATE, LEVEL, SIZE, PERCENTAGE, GENERIC. An update
/// is one relaxed store.
class GaugeStorage : public Storage {
 public:
  GaugeStorage(Datatype datatype, int count, std::uint64_t initial = 0);

  void set(std::uint64_t word, int element = 0) noexcept {
    cell(element).store(word, std::memory_order_relaxed);
  }
  /// Adds to an integer element, from any thread.
  void add(std::uint64_t amount, int element = 0) noexcept {
    cell(element).fetch_add(amount, std::memory_order_relaxed);
  }

  std::uint64_t load(int element) const noexcept override {
    return cells_[static_cast<std::size_t>(element)].load(std::memory_order_acquire);
  }

  /// The elements, adjacent, for direct updates.
  std::atomic<std::uint64_t>* cells() noexcept { return cells_.data(); }

 private:
  std::atomic<std::uint64_t>& cell(int element) noexcept {
    return cells_[static_cast<std::size_t>(element)];
  }
  std::vector<std::atomic<std::uint64_t>> cells_;
};

/// Elements in memory of the component, which updates them in any way. Each element is read with an
/// atomic load. All classes except watermarks. The memory must stay until the variable is
/// deactivated.
class MemoryStorage : public Storage {
 public:
  MemoryStorage(Datatype datatype, int count, const void* memory);
  std::uint64_t load(int element) const noexcept override;

 private:
  const void* const memory_;
};

/// Values that are computed on each read. All classes except watermarks.
class ComputedStorage : public Storage {
 public:
  /// Returns the element as a word (value.hpp). Sums must never decrease. Called in signal handlers
  /// if a tool reads there.
  using Compute = std::function<std::uint64_t(int element)>;

  ComputedStorage(Datatype datatype, int count, Compute compute);
  std::uint64_t load(int element) const noexcept override { return compute_(element); }
  bool calls_component() const noexcept override { return true; }

 private:
  const Compute compute_;
};

}  // namespace mpit
