// SPDX-License-Identifier: BSD-3-Clause
// Counts of the resources of the system that this process holds.
#pragma once

namespace mpitcheck {

/// Counts of the resources of this process.
struct Holdings {
  long descriptors;  // open ones
  long keys;         // of thread-specific data
  long threads;
  long bytes;     // of the heap in use; 0 where the C library does not count them
  long mappings;  // of memory
  long pages;     // of these mappings

  /// The present counts. Throws CannotGoOn if the system does not have /proc.
  static Holdings now();
};

}  // namespace mpitcheck
