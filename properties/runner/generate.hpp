// SPDX-License-Identifier: BSD-3-Clause
// Random sequences of a property's commands, and simpler sequences that still fail.
#pragma once

#include <rapidcheck.h>

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "properties/oracle/command.hpp"

namespace mpitcheck::properties {

/// The commands of a property, and their relative frequencies.
struct Mix {
  /// The beginning of each sequence, which creates objects to work on.
  std::vector<Kind> opening = {};
  std::vector<std::pair<Kind, unsigned>> weights = {};
  /// One in this many sequences alternates between MPI_T_ and PMPI_T_; 0: none.
  unsigned profiling_in = 0;
};

/// Generates sequences of up to 10 + 2 * size commands after their opening.
rc::Gen<Sequence> sequences(const Mix& mix);

/// The sequence with everything that may be simpler: parts left out, operands 0, no PMPI_T_.
rc::Shrinkable<Sequence> shrinkable(const Sequence& sequence);

/// Limits of shrinking.
struct ShrinkLimits {
  int tries;
  std::chrono::steady_clock::duration time = std::chrono::steady_clock::duration::max();
  int at_a_time = 16;  ///< between looks at the clock
};

struct Shrunk {
  Sequence sequence;
  int tries = 0;
};

/// Returns the first of these that fails, if any.
using FirstFailing = std::function<std::optional<std::size_t>(std::span<const Sequence>)>;

/// The simplest sequence found within the limits that still fails.
Shrunk shrunk(const Sequence& sequence, const FirstFailing& first_failing,
              const ShrinkLimits& limits);

}  // namespace mpitcheck::properties
