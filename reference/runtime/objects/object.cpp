// SPDX-License-Identifier: BSD-3-Clause
// What uses of an object tell the tools that bound something to it.
#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

void Object::announce(Bound& bound) {
  if (bound.specimens) bound.specimens->drive_by_use();
  if (bound.announce_use) bound.announce_use();
}

}  // namespace mpit::runtime
