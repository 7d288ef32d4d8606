// SPDX-License-Identifier: BSD-3-Clause
// The resources of the system that this process holds, by counting.
#pragma once

namespace mpitcheck {

struct Holdings {
  long descriptors;  // that are open
  long keys;         // of thread-specific data
  long threads;
  long bytes;     // of the heap that are in use; 0 where the C library does not count them
  long mappings;  // of memory
  long pages;     // that these have

  /// Throws CannotGoOn if the system does not have /proc.
  static Holdings now();
};

}  // namespace mpitcheck
