// SPDX-License-Identifier: BSD-3-Clause
// An enumeration that is registered together with its only user.
#pragma once

#include <utility>

#include "reference/engine/core/engine.hpp"

namespace mpit::detail {

/// Registers an enumeration and, by `add(enumtype)`, its user: both or neither.
template <class Add>
decltype(auto) add_with_enum(Engine& engine, EnumSpec spec, Add&& add) {
  const EnumType made = engine.add_enum(std::move(spec));
  try {
    return add(made);
  } catch (...) {
    engine.withdraw_enum(made);
    throw;
  }
}

}  // namespace mpit::detail
