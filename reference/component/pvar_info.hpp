// SPDX-License-Identifier: BSD-3-Clause
// What a component says about a performance variable beyond its class and type.
#pragma once

#include <string>
#include <utility>

#include "reference/engine/core/engine.hpp"

namespace mpit {

/// Properties of a performance variable that its instrument does not fix.
struct PvarInfo {
  std::string name = {};
  std::string desc = {};
  std::string category = {};
  Verbosity verbosity = Verbosity::user_basic;
  EnumType enumtype = EnumType::null;
  bool readonly = false;
  bool continuous = false;
  bool atomic = true;
};

namespace detail {

inline PvarSpec make_spec(PvarInfo info, PvarClass var_class, Datatype datatype) {
  return {.name = std::move(info.name),
          .desc = std::move(info.desc),
          .category = std::move(info.category),
          .verbosity = info.verbosity,
          .var_class = var_class,
          .datatype = datatype,
          .enumtype = info.enumtype,
          .readonly = info.readonly,
          .continuous = info.continuous,
          .atomic = info.atomic,
          .storage = nullptr,
          .resolve = nullptr};
}

}  // namespace detail

}  // namespace mpit
