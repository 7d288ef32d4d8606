// SPDX-License-Identifier: BSD-3-Clause
// Allocations that are refused, one at a time. Links a replacement of operator new into the
// program.
#pragma once

namespace mpit {

/// Refuses this thread's nth allocation (from 1) by operator new from here on, and no other.
class Refusal {
 public:
  explicit Refusal(long nth);
  ~Refusal();
  Refusal(const Refusal&) = delete;
  Refusal& operator=(const Refusal&) = delete;

  /// Whether there was an nth allocation.
  bool happened() const;
};

/// What operator new gave and operator delete did not get back, in the whole program.
long live_allocations();

}  // namespace mpit
