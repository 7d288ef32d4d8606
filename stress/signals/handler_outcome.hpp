// SPDX-License-Identifier: BSD-3-Clause
// One entry of the capability table: a function that signal handlers call, tried in its own
// process.
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

/// Tries `action`. A hang or crash of the process is an outcome, too.
HandlerOutcome try_in_handler(Action action, const Control& control);

}  // namespace mpitcheck::stress
