// SPDX-License-Identifier: BSD-3-Clause
// Random sequences, what those of a property are made of, and simpler ones that fail as well.
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

/// Which commands a property makes, how often in relation to each other.
struct Mix {
  /// What each sequence begins with, so that there is something to work on.
  std::vector<Kind> opening = {};
  std::vector<std::pair<Kind, unsigned>> weights = {};
  /// One in so many sequences goes through MPI_T_ and PMPI_T_ in turn; 0: none does.
  unsigned profiling_in = 0;
};

/// Generates sequences of up to 10 + 2 * size commands after their opening.
rc::Gen<Sequence> sequences(const Mix& mix);

/// The sequence with all that may be simpler: parts left out, operands 0, no PMPI_T_.
rc::Shrinkable<Sequence> shrinkable(const Sequence& sequence);

/// When shrinking ends at the latest.
struct ShrinkLimits {
  int tries;
  std::chrono::steady_clock::duration time = std::chrono::steady_clock::duration::max();
  int at_a_time = 16;  ///< between looks at the clock
};

struct Shrunk {
  Sequence sequence;
  int tries = 0;
};

/// Which of these is the first that fails, if one does.
using FirstFailing = std::function<std::optional<std::size_t>(std::span<const Sequence>)>;

/// The simplest sequence that still fails, as far as the limits go.
Shrunk shrunk(const Sequence& sequence, const FirstFailing& first_failing,
              const ShrinkLimits& limits);

}  // namespace mpitcheck::properties
