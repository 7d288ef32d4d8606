// SPDX-License-Identifier: BSD-3-Clause
// The resident private memory and the descriptors of the process, and whether they leak. Growth
// that occurs once, as of pools and tables, is not a leak. Growth in every stretch of a run, in
// proportion to the calls, is a leak.
#pragma once

#include <cstdint>
#include <span>

#include "stress/history/history.hpp"

namespace mpitcheck::stress {

struct Footprint {
  long kibibytes;   // Anonymous of /proc/self/smaps_rollup
  int descriptors;  // open ones

  /// Throws CannotGoOn if the system does not report them.
  static Footprint now();
};

/// A stretch of a run: the number of rounds, the footprint at its end, and the KiB and descriptors
/// that were added in the stretch but not by the rounds.
struct Stretch {
  std::uint64_t rounds;
  Footprint after;
  long background = 0;
  long background_descriptors = 0;
};

/// The first stretch is a warm-up. A leak of less than 16 bytes a round, or 64 KiB in a stretch, is
/// not detected. If the stretches are too short for that, the result is unknown.
Judgement check_flat(std::span<const Stretch> stretches);

}  // namespace mpitcheck::stress
