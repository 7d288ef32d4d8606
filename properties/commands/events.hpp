// SPDX-License-Identifier: BSD-3-Clause
// Registrations of event types with callbacks that check their arguments.
#pragma once

#include <array>

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

struct EventSlot;

struct EventUse {
  int place;  // in Survey::events
  MPI_T_event_registration real;
  /// The records of the callbacks by level; null without a callback.
  std::array<EventSlot*, 4> slots{};
};

void free_registration(CaseState& state, EventUse& use);

/// Number of slots in use: later slots belong to the next case.
std::size_t event_slots_used();

/// Judges the calls that callbacks recorded since the last check.
void check_events(CaseState& state);

}  // namespace mpitcheck::properties
