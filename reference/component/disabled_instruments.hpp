// SPDX-License-Identifier: BSD-3-Clause
// The instruments when performance variables are compiled out (MPIT_DISABLE_PVARS): no variable, no
// data, no instruction. They have a namespace of their own, because other parts of a program may
// compile performance variables in.
#pragma once

#include <chrono>

#include "reference/engine/core/engine.hpp"

namespace mpit {
inline namespace without_pvars {

/// The methods of all instruments, without effect.
template <class T>
struct DisabledInstrument {
  using Value = T;

  constexpr DisabledInstrument() = default;
  template <class... Arguments>
  constexpr DisabledInstrument(Engine&, const PvarSpec&, const Arguments&...) noexcept {}

  static constexpr int count() { return 1; }
  static constexpr T get(int = 0) { return {}; }
  static constexpr void init() noexcept {}
  static constexpr void init(T, int = 0) noexcept {}
  static constexpr void set(T, int = 0) noexcept {}
  static constexpr void inc(T = 1, int = 0) noexcept {}
  static constexpr void dec(T = 1, int = 0) noexcept {}
  static constexpr void update(T, int = 0) noexcept {}
  static constexpr void notice(T, int = 0) noexcept {}
};

template <class T = unsigned long long>
using Counter = DisabledInstrument<T>;
template <class T = unsigned long long>
using Aggregate = DisabledInstrument<T>;
template <class T = unsigned long long>
using Level = DisabledInstrument<T>;
template <class T = unsigned long long>
using Size = DisabledInstrument<T>;
template <class T = unsigned long long>
using HighWatermark = DisabledInstrument<T>;
template <class T = unsigned long long>
using LowWatermark = DisabledInstrument<T>;
template <class T>
using Generic = DisabledInstrument<T>;
using CounterOf = DisabledInstrument<std::uint64_t>;
using State = DisabledInstrument<int>;
using Percentage = DisabledInstrument<double>;

template <class Adds>
constexpr void inc_together(const Adds&) noexcept {}

template <class T = double>
struct Timer : DisabledInstrument<T> {
  using DisabledInstrument<T>::DisabledInstrument;

  static constexpr void start(int = 0) noexcept {}
  static constexpr void end(int = 0) noexcept {}
  static constexpr void inc(std::chrono::nanoseconds, int = 0) noexcept {}

  struct [[maybe_unused]] Stretch {
    constexpr explicit Stretch(const Timer&, int = 0) noexcept {}
  };
};

template <class Instrument>
struct PerObject {
  constexpr PerObject(Engine&, Bind, const PvarSpec&) noexcept {}

  template <class... Arguments>
  static constexpr Instrument attach(ObjectWord, int = 1, const Arguments&...) noexcept {
    return {};
  }
  static constexpr void detach(ObjectWord) noexcept {}
};

}  // namespace without_pvars
}  // namespace mpit
