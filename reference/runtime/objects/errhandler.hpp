// SPDX-License-Identifier: BSD-3-Clause
// Error handlers of communicators, sessions, windows and files.
#pragma once

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// The handler of `handle`, which must be allowed for objects with functions of type Function.
template <class Function>
Ref<Errhandler> find_errhandler(Call& call, MPI_Errhandler handle) {
  Ref<Errhandler> found(require(call.process.errhandlers, handle, MPI_ERR_ERRHANDLER));
  if (!std::holds_alternative<Function*>(found->function) &&
      !std::holds_alternative<std::monostate>(found->function)) {
    fail(MPI_ERR_ERRHANDLER, "it is for another kind of object");
  }
  return found;
}

}  // namespace mpit::runtime
