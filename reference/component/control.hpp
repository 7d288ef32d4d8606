// SPDX-License-Identifier: BSD-3-Clause
// Control variables of a component as typed objects.
#pragma once

#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>

#include "reference/component/range.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit {

/// A range has two elements: the lower bound, then the upper bound.
template <>
inline constexpr Datatype datatype_of<Range> = Datatype::int_;

/// A control variable with one number or a Range, which the component reads with one relaxed load.
/// The constructor sets the fields of the specification that follow from T: datatype, count and
/// access. A copy refers to the same variable.
template <class T>
class Control {
 public:
  /// Returns whether a tool may set this value now: success, cvar_set_not_now or cvar_set_never.
  using Accept = std::function<Code(T)>;

  /// Registers the variable with the value `initial`. Throws what Engine::add_cvar throws.
  Control(Engine& engine, CvarSpec spec, T initial, Accept accept = {})
      : value_(std::make_shared<std::atomic<T>>(initial)) {
    spec.datatype = datatype_of<T>;
    spec.count = static_cast<int>(sizeof(T) / size_of(datatype_of<T>));
    static_assert(sizeof(std::atomic<T>) == sizeof(T) && std::atomic<T>::is_always_lock_free);
    spec.memory = value_;
    spec.set = [value = value_, accept = std::move(accept)](ObjectWord, const void* buf) {
      T wanted;
      std::memcpy(&wanted, buf, sizeof wanted);
      const Code code = accept ? accept(wanted) : Code::success;
      if (code == Code::success) value->store(wanted, std::memory_order_relaxed);
      return code;
    };
    engine.add_cvar(std::move(spec));
  }

  /// The current value. Any thread, signal-safe.
  T get() const noexcept { return value_->load(std::memory_order_relaxed); }
  /// Changes the value on behalf of the library, for any scope except CONSTANT. Any thread,
  /// signal-safe.
  void set(T value) noexcept { value_->store(value, std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<T>> value_ = {};
};

}  // namespace mpit
