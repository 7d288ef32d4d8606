// SPDX-License-Identifier: BSD-3-Clause
// Several threads start and stop one handle: which call was the last, if that can be told.
#pragma once

#include <span>

#include "stress/history/tickets.hpp"

namespace mpitcheck::stress {

struct Switch {
  bool starts;
  Span span;
};

enum class State { running, stopped, unknown };

/// The state that the calls leave: that of the last one, unless others of the other kind may have
/// been later. Without calls unknown.
State state_after(std::span<const Switch> calls);

}  // namespace mpitcheck::stress
