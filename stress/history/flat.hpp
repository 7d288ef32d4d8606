// SPDX-License-Identifier: BSD-3-Clause
// Does something leak? Not what grows once, as pools and tables do, but what grows in every stretch
// of a run, in step with the calls.
#pragma once

#include <cstdint>
#include <span>

#include "stress/control/footprint.hpp"
#include "stress/history/judgement.hpp"

namespace mpitcheck::stress {

/// A stretch of a run: how many rounds, and what the process held at its end.
struct Stretch {
  std::uint64_t rounds;
  Footprint after;
};

/// The first stretch warms up. A leak of less than 16 bytes a round, or 64 KiB in a stretch, is not
/// seen; stretches too short for that are unknown.
Judgement check_flat(std::span<const Stretch> stretches);

}  // namespace mpitcheck::stress
