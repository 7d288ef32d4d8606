// SPDX-License-Identifier: BSD-3-Clause
// One entry of the capability table: a function in signal handlers, tried in a process of its own.
#pragma once

#include <cstdint>
#include <string>

#include "stress/control/control.hpp"
#include "stress/signals/pvar_use.hpp"

namespace mpitcheck::stress {

struct HandlerOutcome {
  bool survived = false;
  std::uint64_t deliveries = 0;
  std::string outcome;  ///< e.g. "survived 812 deliveries", "deadlocked in .. (..)"
  std::string missing;  ///< what the target lacks; if set, the rest is unset
};

/// Tries `action`. A process that hangs or dies yields an outcome.
HandlerOutcome try_in_handler(Action action, const Control& control);

}  // namespace mpitcheck::stress
