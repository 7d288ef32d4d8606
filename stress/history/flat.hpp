// SPDX-License-Identifier: BSD-3-Clause
// What the process holds, memory of its own that is resident and descriptors, and whether it leaks:
// not what grows once, as pools and tables do, but what grows in every stretch of a run, in step
// with the calls.
#pragma once

#include <cstdint>
#include <span>

#include "stress/history/history.hpp"

namespace mpitcheck::stress {

struct Footprint {
  long kibibytes;   // Anonymous of /proc/self/smaps_rollup
  int descriptors;  // open ones

  /// Throws CannotGoOn where the system does not tell.
  static Footprint now();
};

/// A stretch of a run: how many rounds, what the process held at its end, and how many KiB and
/// descriptors it came to hold in the stretch that the rounds are not to blame for.
struct Stretch {
  std::uint64_t rounds;
  Footprint after;
  long background = 0;
  long background_descriptors = 0;
};

/// The first stretch warms up. A leak of less than 16 bytes a round, or 64 KiB in a stretch, is not
/// seen; stretches too short for that are unknown.
Judgement check_flat(std::span<const Stretch> stretches);

}  // namespace mpitcheck::stress
