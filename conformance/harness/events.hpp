// SPDX-License-Identifier: BSD-3-Clause
// Event types as lists of them go: what tests of names, verbosity and binding need to know.
#pragma once

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

/// All event types whose query succeeds now; none if the library lacks events.
std::vector<EventInfo> read_events();

}  // namespace mpitcheck
