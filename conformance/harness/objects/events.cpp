// SPDX-License-Identifier: BSD-3-Clause
// Enumeration of event types.
#include "conformance/harness/objects/events.hpp"

#include <array>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/whole_text.hpp"

namespace mpitcheck {

std::string EventInfo::label() const { return join("event ", index, " ", in_quotes(name)); }

int event_num() { return number_answered(call::MPI_T_event_get_num); }

int query_event(int index, char* name, EventInfo& into, int* name_len) {
  std::array<MPI_Datatype, 1> datatypes{};
  std::array<MPI_Aint, 1> displacements{};
  WholeText desc;
  desc.make_room(WholeText::usual);
  const TextOut unseen = desc.out();
  int elements = 1;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  return call::MPI_T_event_get_info(index, name, name_len, &into.verbosity, datatypes.data(),
                                    displacements.data(), &elements, &enumtype, nullptr,
                                    unseen.buffer, unseen.length, &into.bind);
}

int query_event(int index, char* name, int* name_len) {
  EventInfo event{};
  return query_event(index, name, event, name_len);
}

int query_event(int index) {
  return code_of_whole(
      [=](TextOut name, TextOut) { return query_event(index, name.buffer, name.length); });
}

std::optional<EventInfo> read_event(int index) {
  EventInfo event{index, {}, 0, 0};
  WholeText name;
  const auto query = [&] {
    const auto [buffer, length] = name.out();
    return query_event(index, buffer, event, length);
  };
  if (!read_whole(query, {&name})) return std::nullopt;
  event.name = name.take();
  return event;
}

std::vector<EventInfo> read_events() {
  std::vector<EventInfo> events;
  if (!call::MPI_T_event_get_num.present()) return events;
  const int count = event_num();
  for (int i = 0; i < count; ++i) {
    if (auto event = value_unless_quarantined([&] { return read_event(i); })) {
      events.push_back(std::move(*event));
    }
  }
  return events;
}

}  // namespace mpitcheck
