// SPDX-License-Identifier: BSD-3-Clause
// Event types as lists of them go: what tests of names, verbosity and binding need to know.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mpitcheck {

/// One event type as MPI_T_event_get_info reports it.
struct EventInfo {
  int index;
  std::string name;
  int verbosity;
  int bind;

  [[nodiscard]] std::string label() const;  // event 3 "name"
};

/// The number of event types; 0 if the query fails.
int event_num();

/// MPI_T_event_get_info with no output NULL but info and, for a size query, `name`; returns the
/// code. So a library that refuses NULL for outputs breaks that rule alone.
int query_event(int index, char* name, int* name_len);
/// The same of everything.
int query_event(int index);
int query_event(int index, char* name, EventInfo& into, int* name_len);

/// Nothing if its query fails.
std::optional<EventInfo> read_event(int index);
/// All event types whose query succeeds now, without those in quarantine; none if the library lacks
/// events.
std::vector<EventInfo> read_events();

}  // namespace mpitcheck
