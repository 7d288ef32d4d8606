// SPDX-License-Identifier: BSD-3-Clause
// Shrinking of sequences that fail.
#pragma once

#include <chrono>
#include <functional>

#include "commands/command.hpp"

namespace mpitcheck::properties {

/// When shrinking ends at the latest.
struct ShrinkLimits {
  int tries;
  std::chrono::steady_clock::duration time = std::chrono::steady_clock::duration::max();
};

struct Shrunk {
  Sequence sequence;
  int tries = 0;
};

/// The simplest sequence that still fails, as far as the limits go.
Shrunk shrunk(const Sequence& sequence, const std::function<bool(const Sequence&)>& fails,
              const ShrinkLimits& limits);

}  // namespace mpitcheck::properties
