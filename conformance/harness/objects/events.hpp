// SPDX-License-Identifier: BSD-3-Clause
// Lists of event types with the data that tests of names, verbosity and binding need.
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

/// MPI_T_event_get_info. Only info and, for a size query, `name` are NULL, so that a library that
/// refuses NULL for outputs breaks only that rule. Returns the code.
int query_event(int index, char* name, int* name_len);
/// query_event() with all outputs.
int query_event(int index);
/// query_event() that stores verbosity and binding in `into`.
int query_event(int index, char* name, EventInfo& into, int* name_len);

/// One event type; nothing if its query fails.
std::optional<EventInfo> read_event(int index);
/// All event types whose query succeeds now, without those in quarantine; none if the library lacks
/// events.
std::vector<EventInfo> read_events();

}  // namespace mpitcheck
