// SPDX-License-Identifier: BSD-3-Clause
// Between info objects, which belong to the runtime, and the engine's hints.
#pragma once

#include <optional>

#include "binding/export.hpp"
#include "engine/event_spec.hpp"

namespace mpit::binding {

/// The contents of `info`; empty for MPI_INFO_NULL; nothing if it is no info object.
std::optional<Hints> hints_of(MPI_Info info);

/// A new info object, which the caller of MPI frees.
MPI_Info new_info(Hints hints);

/// Gives an OUT argument, which may be null, a new info object once the engine has succeeded.
class InfoArgument {
 public:
  explicit InfoArgument(MPI_Info* variable) : variable_(variable) {}
  Hints* get() { return variable_ ? &hints_ : nullptr; }
  /// Passes `code` on.
  int deliver(Code code);

 private:
  MPI_Info* variable_;
  Hints hints_;
};

}  // namespace mpit::binding
