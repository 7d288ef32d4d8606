// SPDX-License-Identifier: BSD-3-Clause
// Registrations of event types with callbacks that check what they are given.
#pragma once

#include <array>

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

struct EventSlot;

struct EventUse {
  int place;  // in Survey::events
  MPI_T_event_registration real;
  /// What the callbacks of each level write down; null where none is registered.
  std::array<EventSlot*, 4> slots{};
};

void free_registration(CaseState& state, EventUse& use);

/// How many slots are in use: those from here on are of the next case.
std::size_t event_slots_used();

/// Judges what callbacks wrote down since the last time.
void check_events(CaseState& state);

}  // namespace mpitcheck::properties
