// SPDX-License-Identifier: BSD-3-Clause
// Instruments: the typed objects through which a component updates its performance variables.
#pragma once

#ifdef MPIT_DISABLE_PVARS
#include "reference/component/disabled_instruments.hpp"
#else

#include <atomic>
#include <chrono>
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "reference/component/origins.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/storage.hpp"
#include "reference/engine/pvar/watermark.hpp"

// An instrument registers a variable without object; PerObject<Counter<>> (per_object.hpp)
// registers one that is bound to objects. An instrument sets class, datatype, storage and binding
// of the specification. Copies update the same variable. An instrument may be destroyed at any
// time: the variable remains, with its last value. Updates are safe from any thread and from signal
// handlers, before and after init_thread. `element` counts from 0 and is not checked.

namespace mpit {
namespace detail {

/// The common part of all instruments: a class, a type and a storage.
template <PvarClass var_class, class T, class StorageType>
class Instrument {
 public:
  using Value = T;
  using Kind = StorageType;
  static constexpr PvarClass pvar_class = var_class;
  static constexpr Datatype datatype = datatype_of<T>;

  int count() const { return storage_->count(); }
  /// ADDR: another source file constructs an instrument from it and updates the same variable.
  const std::shared_ptr<StorageType>& storage() const { return storage_; }

  /// The current value, independent of handles.
  T get(int element = 0) const { return from_word(storage_->load(element)); }

 protected:
  explicit Instrument(std::shared_ptr<StorageType> storage) : storage_(std::move(storage)) {}

  void register_pvar(Engine& engine, PvarSpec spec) const {
    spec.var_class = var_class;
    spec.datatype = datatype;
    spec.storage = storage_;
    engine.add_pvar(std::move(spec));
  }

  static std::uint64_t as_word(T value) {
    if constexpr (std::is_same_v<T, double>) {
      return to_word(value);
    } else {
      return static_cast<std::uint64_t>(value);
    }
  }

  static T from_word(std::uint64_t word) {
    if constexpr (std::is_same_v<T, double>) {
      return to_double(word);
    } else {
      return static_cast<T>(word);
    }
  }

  std::shared_ptr<StorageType> storage_;
};

/// Instruments that only grow, as sums in per-thread words.
template <PvarClass var_class, class T, SumStorage::Unit unit>
class SumInstrument : public Instrument<var_class, T, SumStorage> {
 public:
  static std::shared_ptr<SumStorage> make_storage(Engine& engine, int count) {
    return std::make_shared<SumStorage>(engine.thread_words(), datatype_of<T>, count, unit);
  }

  /// Restarts the component's own count, for all copies. Handles are not affected.
  void init(int element = 0) const noexcept { origins_->set(element); }
  /// The count since init, or since registration.
  T get(int element = 0) const { return SumInstrument::from_word(origins_->count_since(element)); }

  const ThreadWords::Adder& adder() const noexcept { return adder_; }

 protected:
  explicit SumInstrument(std::shared_ptr<SumStorage> storage)
      : Instrument<var_class, T, SumStorage>(std::move(storage)), adder_(this->storage_->adder()) {}

  ThreadWords::Adder adder_;

 private:
  std::shared_ptr<Origins> origins_ = std::make_shared<Origins>(this->storage_);
};

/// Instruments that show the last stored value.
template <PvarClass var_class, class T>
class GaugeInstrument : public Instrument<var_class, T, GaugeStorage> {
 public:
  explicit GaugeInstrument(std::shared_ptr<GaugeStorage> storage)
      : Instrument<var_class, T, GaugeStorage>(std::move(storage)),
        cells_(this->storage_->cells()) {}
  GaugeInstrument(Engine& engine, PvarSpec spec, T initial = {}, int count = 1)
      : GaugeInstrument(make_storage(engine, count, initial)) {
    this->register_pvar(engine, std::move(spec));
  }

  static std::shared_ptr<GaugeStorage> make_storage(Engine&, int count, T initial = {}) {
    return std::make_shared<GaugeStorage>(datatype_of<T>, count, GaugeInstrument::as_word(initial));
  }

  /// The last stored value.
  T get(int element = 0) const noexcept {
    return GaugeInstrument::from_word(cells_[element].load(std::memory_order_relaxed));
  }
  /// Stores the value. One relaxed store.
  void set(T value, int element = 0) noexcept {
    cells_[element].store(GaugeInstrument::as_word(value), std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t>* cells_;
};

/// Adds INC and DEC for integers. Both are atomic. The value must not fall below zero.
template <PvarClass var_class, class T>
class AdjustableGauge : public GaugeInstrument<var_class, T> {
 public:
  using GaugeInstrument<var_class, T>::GaugeInstrument;

  void inc(T by = 1, int element = 0) noexcept requires std::integral<T> {
    this->storage_->add(static_cast<std::uint64_t>(by), element);
  }
  void dec(T by = 1, int element = 0) noexcept requires std::integral<T> {
    this->storage_->add(~static_cast<std::uint64_t>(by) + 1, element);
  }
};

template <PvarClass var_class, WatermarkStorage::Direction direction, class T>
class Watermark : public Instrument<var_class, T, WatermarkStorage> {
 public:
  explicit Watermark(std::shared_ptr<WatermarkStorage> storage)
      : Instrument<var_class, T, WatermarkStorage>(std::move(storage)), updater_(*this->storage_) {}
  /// `initial` is the level until the first update.
  Watermark(Engine& engine, PvarSpec spec, T initial = {}, int count = 1)
      : Watermark(make_storage(engine, count, initial)) {
    this->register_pvar(engine, std::move(spec));
  }

  /// The marks of the LEVEL variable `level`, with the same number of elements. Its component must
  /// call notice.
  Watermark(Engine& engine, PvarSpec spec, const GaugeInstrument<PvarClass::level, T>& level)
      : Watermark(std::make_shared<WatermarkStorage>(direction, level.storage())) {
    this->register_pvar(engine, std::move(spec));
  }

  static std::shared_ptr<WatermarkStorage> make_storage(Engine&, int count, T initial = {}) {
    return std::make_shared<WatermarkStorage>(direction, datatype_of<T>, count,
                                              Watermark::as_word(initial));
  }

  /// Sets the level before any handle counts.
  void init(T level, int element = 0) noexcept { update(level, element); }
  /// Sets the level. Marks follow if it is beyond them. The cost does not depend on the number of
  /// handles.
  void update(T level, int element = 0) noexcept {
    using Word = std::conditional_t<std::is_same_v<T, double>, double, std::uint64_t>;
    updater_.update(is_high, static_cast<Word>(level), element);
  }
  /// For the marks of a LEVEL: call it when a set moves the level beyond its last value (up for a
  /// high watermark) to `level`. A move in the other direction needs no call.
  void notice(T level, int element = 0) noexcept {
    updater_.notice(is_high, Watermark::as_word(level), element);
  }

 private:
  static constexpr bool is_high = direction == WatermarkStorage::Direction::high;

  WatermarkStorage::Updater updater_;
};

}  // namespace detail

/// Number of occurrences of an event (COUNTER). T: unsigned, unsigned long, unsigned long long.
template <class T = unsigned long long>
class Counter : public detail::SumInstrument<PvarClass::counter, T, SumStorage::Unit::plain> {
 public:
  using Base = detail::SumInstrument<PvarClass::counter, T, SumStorage::Unit::plain>;
  explicit Counter(std::shared_ptr<SumStorage> storage) : Base(std::move(storage)) {}
  Counter(Engine& engine, PvarSpec spec, int count = 1)
      : Counter(Base::make_storage(engine, count)) {
    this->register_pvar(engine, std::move(spec));
  }

  /// Adds `by` to an element, modulo the range of T.
  void inc(std::uint64_t by = 1, int element = 0) const noexcept {
    this->adder_.add(by, static_cast<std::uint32_t>(element));
  }
};

/// A COUNTER that shows `count`, a counter that the component has anyway. The component changes it
/// by atomic stores, and it must exist as long as the variable can be read.
class CounterOf : public detail::Instrument<PvarClass::counter, std::uint64_t, MemoryStorage> {
 public:
  CounterOf(Engine& engine, PvarSpec spec, const std::uint64_t& count)
      : Instrument(std::make_shared<MemoryStorage>(datatype, 1, &count)) {
    register_pvar(engine, std::move(spec));
  }
};

/// Sum of non-negative amounts (AGGREGATE). T: as Counter, or double.
template <class T = unsigned long long>
class Aggregate : public detail::SumInstrument<PvarClass::aggregate, T, SumStorage::Unit::plain> {
 public:
  using Base = detail::SumInstrument<PvarClass::aggregate, T, SumStorage::Unit::plain>;
  explicit Aggregate(std::shared_ptr<SumStorage> storage) : Base(std::move(storage)) {}
  Aggregate(Engine& engine, PvarSpec spec, int count = 1)
      : Aggregate(Base::make_storage(engine, count)) {
    this->register_pvar(engine, std::move(spec));
  }

  void inc(T by, int element = 0) const noexcept {
    using Amount = std::conditional_t<std::is_same_v<T, double>, double, std::uint64_t>;
    this->adder_.add(static_cast<Amount>(by), static_cast<std::uint32_t>(element));
  }
};

/// Makes several incs with one look-up of this thread's words: `adds` receives a function
/// `add(instrument, by = 1, element = 0)` for counters and integer aggregates. Signal-safe, any
/// thread.
template <class Adds>
void inc_together(Adds adds) noexcept {
  if (detail::ThreadBlock* const block = detail::get_current_block()) [[likely]] {
    adds([block](const auto& sum, std::uint64_t by = 1, int element = 0) {
      sum.adder().add_to(*block, by, static_cast<std::uint32_t>(element));
    });
  } else {
    adds([](const auto& sum, std::uint64_t by = 1, int element = 0) { sum.inc(by, element); });
  }
}

/// Time spent (TIMER), in seconds if T is double, otherwise in nanoseconds. A running stretch is
/// counted while it runs.
template <class T = double>
class Timer : public detail::SumInstrument<PvarClass::timer, T, SumStorage::Unit::nanoseconds> {
 public:
  using Base = detail::SumInstrument<PvarClass::timer, T, SumStorage::Unit::nanoseconds>;
  explicit Timer(std::shared_ptr<SumStorage> storage)
      : Base(std::move(storage)), stretches_(this->storage_->stretches()) {}
  Timer(Engine& engine, PvarSpec spec, int count = 1) : Timer(Base::make_storage(engine, count)) {
    this->register_pvar(engine, std::move(spec));
  }

  /// START and END of a stretch, both on one thread. Up to 31 stretches of a thread may overlap;
  /// each counts in full.
  void start(int element = 0) const noexcept { stretch(element).begin(); }
  void end(int element = 0) const noexcept { stretch(element).end(); }
  /// Adds a time that was measured in another way.
  void inc(std::chrono::nanoseconds by, int element = 0) const noexcept {
    this->adder_.add(static_cast<std::uint64_t>(by.count()), static_cast<std::uint32_t>(element));
  }

  /// Measures the time from its construction to its destruction.
  class Stretch {
   public:
    explicit Stretch(const Timer& timer, int element = 0) : timer_(timer), element_(element) {
      timer.start(element);
    }
    ~Stretch() { timer_.end(element_); }
    Stretch(const Stretch&) = delete;
    Stretch& operator=(const Stretch&) = delete;

   private:
    const Timer& timer_;
    const int element_;
  };

 private:
  TimeWord stretch(int element) const noexcept {
    return TimeWord(stretches_.word(static_cast<std::uint32_t>(element)));
  }

  ThreadWords::Adder stretches_;
};

/// One of a set of states (STATE); PvarSpec::enumtype should name them.
using State = detail::GaugeInstrument<PvarClass::state, int>;
/// Utilization of a resource (LEVEL). T: unsigned, unsigned long, unsigned long long, double.
template <class T = unsigned long long>
using Level = detail::AdjustableGauge<PvarClass::level, T>;
/// Size of a resource (SIZE). T as Level.
template <class T = unsigned long long>
using Size = detail::AdjustableGauge<PvarClass::size, T>;
/// Share in use (PERCENTAGE), 0.0 to 1.0.
using Percentage = detail::GaugeInstrument<PvarClass::percentage, double>;
/// Anything else (GENERIC).
template <class T>
using Generic = detail::AdjustableGauge<PvarClass::generic, T>;
/// Highest level seen (HIGHWATERMARK). T as Level.
template <class T = unsigned long long>
using HighWatermark =
    detail::Watermark<PvarClass::highwatermark, WatermarkStorage::Direction::high, T>;
/// Lowest level seen (LOWWATERMARK). T as Level.
template <class T = unsigned long long>
using LowWatermark =
    detail::Watermark<PvarClass::lowwatermark, WatermarkStorage::Direction::low, T>;

}  // namespace mpit

#endif
