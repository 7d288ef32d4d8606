// SPDX-License-Identifier: BSD-3-Clause
// Events as both sides put them: what a component says about its sources and event types, and the
// functions that a tool hands over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/types.hpp"

namespace mpit {

struct SourceRecord;

/// Keys and values of an info object.
using Hints = std::vector<std::pair<std::string, std::string>>;

/// A source of events (MPI-5.0 §15.3.8). Its clock is the engine's, which never goes back, counted
/// in ticks.
struct SourceSpec {
  std::string name = {};
  std::string desc = {};
  SourceOrder order = SourceOrder::ordered;
  std::int64_t ticks_per_second = 1'000'000'000;  // a divisor of 10^9
  bool on_demand = true;                          // whether source_get_timestamp is supported
};

/// Elements that an event type may have.
inline constexpr std::size_t max_event_elements = 16;

/// An event type (MPI-5.0 §15.3.8). Its elements lie as the members of a C struct would.
struct EventSpec {
  std::string name = {};
  std::string desc = {};
  std::string category = {};  // name of the category that it joins (created if new); empty: none
  Verbosity verbosity = Verbosity::user_basic;
  std::vector<Datatype> elements = {};
  EnumType enumtype = EnumType::null;  // its items name the elements
  Bind bind = Bind::no_object;
  SourceRecord* source = nullptr;  // raises its instances; what Engine::add_source returned
  /// What an invocation of a callback demands.
  CallbackSafety demands = CallbackSafety::none;
  /// Bound types: whether this object may be bound now. Called without locks. Empty: any object.
  std::function<bool(ObjectWord)> accepts = {};
};

/// Any function of a tool: only whoever knows its type calls it.
using ToolFunction = void (*)();

/// A tool's event callback: `call` calls `function` by its true type; null `call`: none.
struct EventCallback {
  void (*call)(ToolFunction function, EventInstance instance, EventRegistration registration,
               CallbackSafety safety, void* user_data) = nullptr;
  ToolFunction function = nullptr;
  void* user_data = nullptr;
};

/// A tool's function for the end of a registration, likewise.
struct FreeCallback {
  void (*call)(ToolFunction function, EventRegistration registration, CallbackSafety safety,
               void* user_data) = nullptr;
  ToolFunction function = nullptr;
  void* user_data = nullptr;
};

/// A tool's handler of dropped events, likewise.
struct DroppedHandler {
  void (*call)(ToolFunction function, std::int64_t count, EventRegistration registration,
               int source_index, CallbackSafety safety, void* user_data) = nullptr;
  ToolFunction function = nullptr;
};

}  // namespace mpit
