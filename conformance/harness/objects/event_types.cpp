// SPDX-License-Identifier: BSD-3-Clause
// Reading event types.
#include "conformance/harness/objects/event_types.hpp"

#include <algorithm>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

bool mpi_is_up() {
  int up = 0;
  int down = 0;
  MPI_Initialized(&up);
  MPI_Finalized(&down);
  return up != 0 && down == 0;
}

}  // namespace

std::string EventType::label() const { return join("event ", index, " ", in_quotes(name)); }

std::optional<EventType> read_event_type(const EventInfo& event) {
  EventType type{event.index, event.name, event.bind, {}, {}};
  int count = 0;
  // No output is NULL, so that a library that refuses NULL breaks only that rule.
  const auto query = [&] {
    std::array<char, 8> name{}, desc{};
    int name_len = static_cast<int>(name.size());
    int desc_len = name_len;
    int verbosity = 0;
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;
    type.datatypes.resize(static_cast<std::size_t>(std::max(count, 1)));
    type.displacements.resize(type.datatypes.size());
    return call::MPI_T_event_get_info(event.index, name.data(), &name_len, &verbosity,
                                      type.datatypes.data(), type.displacements.data(), &count,
                                      &enumtype, nullptr, desc.data(), &desc_len, &type.bind);
  };
  if (query() != MPI_SUCCESS || count < 0) return std::nullopt;
  if (count > 0 && query() != MPI_SUCCESS) return std::nullopt;
  type.datatypes.resize(static_cast<std::size_t>(std::max(count, 0)));
  type.displacements.resize(type.datatypes.size());
  return type;
}

std::vector<EventType> read_event_types() {
  std::vector<EventType> types;
  for (const EventInfo& event : read_events()) {
    if (auto type = value_unless_quarantined([&] { return read_event_type(event); })) {
      types.push_back(std::move(*type));
    }
  }
  if (types.empty()) throw CannotGoOn("an event type");
  return types;
}

std::vector<EventType> watchable_types() {
  std::vector<EventType> types = read_event_types();
  const bool up = mpi_is_up();
  std::erase_if(types, [up](const EventType& type) {
    return type.bind != MPI_T_BIND_NO_OBJECT && !(up && type.bind == MPI_T_BIND_MPI_COMM);
  });
  types = without_quarantined(std::move(types), call::MPI_T_event_handle_alloc);
  if (types.empty()) throw CannotGoOn("an event type that we have an object for");
  return types;
}

std::vector<EventType> audible_types() {
  std::vector<EventType> types =
      without_quarantined(watchable_types(), call::MPI_T_event_register_callback);
  if (types.empty()) throw CannotGoOn("an event type that a callback can be registered for");
  return types;
}

const std::array<int, 4>& safety_levels() {
  static const std::array<int, 4> levels = [] {
    std::array<int, 4> found{};
    constexpr const char* names[] = {"MPI_T_CB_REQUIRE_NONE", "MPI_T_CB_REQUIRE_MPI_RESTRICTED",
                                     "MPI_T_CB_REQUIRE_THREAD_SAFE",
                                     "MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE"};
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto value = constant(names[i]);
      if (!value) throw CannotGoOn(names[i]);
      found[i] = *value;
    }
    return found;
  }();
  return levels;
}

int safety_rank(int level) {
  const auto& levels = safety_levels();
  const auto found = std::find(levels.begin(), levels.end(), level);
  return found == levels.end() ? -1 : static_cast<int>(found - levels.begin());
}

}  // namespace mpitcheck
