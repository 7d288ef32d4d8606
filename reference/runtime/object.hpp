// SPDX-License-Identifier: BSD-3-Clause
// What all objects have that variables can be bound to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/types.hpp"
#include "specimen_set.hpp"

namespace mpit::runtime {

/// Guarded by the process's lock.
struct Object {
  std::shared_ptr<SpecimenSet> specimens;  ///< made when a tool first binds one
  int setting = 0;                         ///< value of the specimen cvar bound to this object

  /// Notes that an MPI function works with the object.
  void use() {
    if (specimens) specimens->drive_by_use();
  }
};

/// Runs `work` on the live object of kind `bind` that `handle` stands for, with the process locked.
/// False if there is none.
using ObjectAccess =
    std::function<bool(Bind bind, ObjectWord handle, const std::function<void(Object&)>& work)>;

}  // namespace mpit::runtime
