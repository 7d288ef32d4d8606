// SPDX-License-Identifier: BSD-3-Clause
// What the process holds: memory of its own that is resident, and descriptors.
#pragma once

namespace mpitcheck::stress {

struct Footprint {
  long kibibytes;   // Anonymous of /proc/self/smaps_rollup
  int descriptors;  // open ones

  /// Throws CannotGoOn where the system does not tell.
  static Footprint now();
};

}  // namespace mpitcheck::stress
