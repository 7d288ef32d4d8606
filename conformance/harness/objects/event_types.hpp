// SPDX-License-Identifier: BSD-3-Clause
// Event types with their elements, and the safety levels of callbacks.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/objects/events.hpp"

namespace mpitcheck {

/// An event type with its elements.
struct EventType {
  int index = -1;
  std::string name;
  int bind = 0;
  std::vector<MPI_Datatype> datatypes;
  std::vector<MPI_Aint> displacements;

  [[nodiscard]] std::string label() const;  // event 3 "name"
};

/// Reads an event type with its elements. Nothing if the query fails.
std::optional<EventType> read_event_type(const EventInfo& event);

/// All event types whose query succeeds now. Throws CannotGoOn if there are none.
std::vector<EventType> read_event_types();

/// The event types that can be registered without an object, or with MPI_COMM_SELF while MPI is
/// initialized. Throws CannotGoOn if there are none.
std::vector<EventType> watchable_types();
/// The watchable types without those whose callback registration is in quarantine. Throws
/// CannotGoOn if there are none.
std::vector<EventType> audible_types();

/// The four levels by rank, weakest first; throws CannotGoOn if the target's mpi.h lacks them.
const std::array<int, 4>& safety_levels();
/// Rank of a level, 0 to 3, or -1 if it is not one of the four.
int safety_rank(int level);

}  // namespace mpitcheck
