// SPDX-License-Identifier: BSD-3-Clause
// Event types that show every combination of what an event type may be.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/engine.hpp"
#include "engine/event.hpp"
#include "object.hpp"

namespace mpit::runtime {

/// One event type for each datatype of an element, for each level of safety of an ordered and an
/// unordered source, and for each kind of object to be bound to.
class EventSpecimens {
 public:
  /// Registers them with `engine`. Objects are found through `objects`.
  EventSpecimens(Engine& engine, const ObjectAccess& objects);

  /// Posts an instance of each that needs no object. Every element of it is the number of instances
  /// so far, modulo the range of its type. Needs the process's lock.
  void drive() {
    ++instances_;
    for (const SourceRecord* const source : sources_) {
      if (source->wanted()) return post_all();
    }
  }

 private:
  [[gnu::noinline]] void post_all() const;

  std::vector<const SourceRecord*> sources_;
  std::vector<const EventRecord*> unbound_;
  std::uint64_t instances_ = 0;
};

}  // namespace mpit::runtime
