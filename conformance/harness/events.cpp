// SPDX-License-Identifier: BSD-3-Clause
// Enumeration of event types.
#include "harness/events.hpp"

#include <algorithm>
#include <cstring>

#include "harness/api.hpp"
#include "harness/text.hpp"

namespace mpitcheck {

std::string EventInfo::label() const { return join("event ", index, " ", quoted(name)); }

std::vector<EventInfo> read_events() {
  std::vector<EventInfo> events;
  int count = 0;
  if (!call::MPI_T_event_get_num.present() || call::MPI_T_event_get_num(&count) != MPI_SUCCESS) {
    return events;
  }
  for (int i = 0; i < count; ++i) {
    EventInfo event{i, {}, 0, 0};
    int length = 0;
    const auto query = [&](char* name) {
      return call::MPI_T_event_get_info(i, name, &length, &event.verbosity, nullptr, nullptr,
                                        nullptr, nullptr, nullptr, nullptr, nullptr, &event.bind);
    };
    if (query(nullptr) != MPI_SUCCESS) continue;
    event.name.assign(static_cast<std::size_t>(std::max(length, 0)), '\0');
    if (length > 0 && query(event.name.data()) != MPI_SUCCESS) continue;
    event.name.resize(std::strlen(event.name.c_str()));
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace mpitcheck
