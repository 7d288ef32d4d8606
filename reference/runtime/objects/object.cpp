// SPDX-License-Identifier: BSD-3-Clause
// Reports uses of an object to the tools that bound something to it; unpacks received data.
#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

void Object::announce(Bound& bound) {
  if (bound.specimens) bound.specimens->drive_by_use();
  if (bound.announce_use) bound.announce_use();
}

void Staged::unpack(std::size_t bytes) const { type->layout.unpack(packed.data(), bytes, buffer); }

}  // namespace mpit::runtime
