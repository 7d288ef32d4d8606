// SPDX-License-Identifier: BSD-3-Clause
// Enumeration of event types.
#include "conformance/harness/objects/events.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

std::string EventInfo::label() const { return join("event ", index, " ", in_quotes(name)); }

int event_num() { return number_answered(call::MPI_T_event_get_num); }

int query_event(int index, char* name, EventInfo& into, int* name_len) {
  std::array<MPI_Datatype, 1> datatypes{};
  std::array<MPI_Aint, 1> displacements{};
  std::array<char, 8> desc{};
  int elements = 1;
  int desc_len = static_cast<int>(desc.size());
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  return call::MPI_T_event_get_info(index, name, name_len, &into.verbosity, datatypes.data(),
                                    displacements.data(), &elements, &enumtype, nullptr,
                                    desc.data(), &desc_len, &into.bind);
}

int query_event(int index, char* name, int* name_len) {
  EventInfo event{};
  return query_event(index, name, event, name_len);
}

std::optional<EventInfo> read_event(int index) {
  EventInfo event{index, {}, 0, 0};
  int length = 0;
  if (query_event(index, nullptr, event, &length) != MPI_SUCCESS) return std::nullopt;
  event.name.assign(static_cast<std::size_t>(std::max(length, 0)), '\0');
  if (length > 0 && query_event(index, event.name.data(), event, &length) != MPI_SUCCESS) {
    return std::nullopt;
  }
  event.name.resize(std::strlen(event.name.c_str()));
  return event;
}

std::vector<EventInfo> read_events() {
  std::vector<EventInfo> events;
  if (!call::MPI_T_event_get_num.present()) return events;
  const int count = event_num();
  for (int i = 0; i < count; ++i) {
    if (auto event = stepping_over([&] { return read_event(i); })) {
      events.push_back(std::move(*event));
    }
  }
  return events;
}

}  // namespace mpitcheck
