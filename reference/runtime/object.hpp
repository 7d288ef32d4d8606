// SPDX-License-Identifier: BSD-3-Clause
// What all objects have that variables can be bound to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/types.hpp"
#include "ref.hpp"
#include "specimen_set.hpp"

namespace mpit::runtime {

/// Guarded by the process's lock.
struct Object : Shared {
  /// What tools bound to the object.
  struct Bound {
    std::unique_ptr<SpecimenSet> specimens;  ///< made when a tool first binds one
    std::function<void()> announce_use;      ///< set when a tool first binds a specimen event
    int setting = 0;                         ///< value of the specimen cvar bound to this object
    std::uint64_t level = 0;                 ///< what new gauges among the specimens show
  };

  Object() = default;
  /// A copy is another object: nothing is bound to it yet.
  Object(const Object& other) : Shared(other) {}
  Object& operator=(const Object&) = delete;

  /// Made by the first call.
  Bound& bound() {
    if (!bound_) bound_ = std::make_unique<Bound>();
    return *bound_;
  }

  /// Notes that an MPI function works with the object.
  void use() {
    if (bound_) [[unlikely]]
      announce(*bound_);
  }

 private:
  [[gnu::noinline]] static void announce(Bound& bound);

  std::unique_ptr<Bound> bound_;  // null until the first tool comes
};

/// Runs `work` on the live object of kind `bind` that `handle` stands for (Bind::no_object: on what
/// stands for the process), with the process locked. False if there is none.
using ObjectAccess =
    std::function<bool(Bind bind, ObjectWord handle, const std::function<void(Object&)>& work)>;

}  // namespace mpit::runtime
