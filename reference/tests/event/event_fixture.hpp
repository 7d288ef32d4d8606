// SPDX-License-Identifier: BSD-3-Clause
// An engine with two sources, and a tool that records the calls of its callbacks.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "reference/component/event.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {

/// Records events, losses and ends of registrations. The user data of its callbacks is the tool.
struct Tool {
  struct Call {
    EventInstance instance;
    EventRegistration registration;
    CallbackSafety safety;
  };
  struct Loss {
    std::int64_t count;
    EventRegistration registration;
    int source_index;
    CallbackSafety safety;
  };
  struct End {
    EventRegistration registration;
    CallbackSafety safety;
  };

  EventCallback callback() {
    return {[](ToolFunction, EventInstance instance, EventRegistration registration,
               CallbackSafety safety, void* user_data) {
              Tool& tool = *static_cast<Tool*>(user_data);
              tool.calls.push_back({instance, registration, safety});
              if (tool.during) tool.during(instance);
            },
            nullptr, this};
  }
  static DroppedHandler dropped_handler() {
    return {[](ToolFunction, std::int64_t count, EventRegistration registration, int source_index,
               CallbackSafety safety, void* user_data) {
              Tool& tool = *static_cast<Tool*>(user_data);
              tool.losses.push_back({count, registration, source_index, safety});
              tool.calls_at_loss = tool.calls.size();
            },
            nullptr};
  }
  FreeCallback free_callback() {
    return {
        [](ToolFunction, EventRegistration registration, CallbackSafety safety, void* user_data) {
          Tool& tool = *static_cast<Tool*>(user_data);
          tool.ends.push_back({registration, safety});
          tool.losses_at_end = tool.losses.size();
        },
        nullptr, this};
  }

  std::function<void(EventInstance)> during = {};  // called in the callback
  std::vector<Call> calls = {};
  std::vector<Loss> losses = {};
  std::vector<End> ends = {};
  std::size_t calls_at_loss = 0;
  std::size_t losses_at_end = 0;
};

/// Raises an event, and another one in each callback, until one is dropped. Returns the number of
/// calls of `tool`.
inline std::size_t raise_as_deep_as_can_be(Tool& tool, const std::function<void()>& raise) {
  bool deeper = true;
  tool.during = [&](EventInstance) {
    const std::size_t depth = tool.calls.size();
    if (deeper) raise();
    deeper = deeper && tool.calls.size() != depth;  // the deepest one was dropped
  };
  raise();
  tool.during = {};
  EXPECT_FALSE(deeper);
  return tool.calls.size();
}

class EventTest : public EngineTest {
 protected:
  explicit EventTest(const Behaviour& behaviour = {}) : EngineTest(behaviour) {}

  /// The specification of an event type of the ordered source with these demands.
  EventSpec spec(CallbackSafety demands = CallbackSafety::none) const {
    return {.name = "event", .source = &ordered, .demands = demands};
  }
  EventSpec unordered_spec(CallbackSafety demands) const {
    return {.name = "event", .source = &unordered, .demands = demands};
  }

  int event_named(const char* name = "event") {
    int index = -1;
    EXPECT_EQ(engine.event_get_index(name, &index), Code::success);
    return index;
  }

  EventRegistration registration_of(const void* object = nullptr, const Hints& hints = {}) {
    EventRegistration made{};
    EXPECT_EQ(engine.event_handle_alloc(event_named(), object, hints, &made), Code::success);
    return made;
  }
  /// Allocates a registration with callbacks of `tool` at these levels.
  EventRegistration listen(Tool& tool,
                           std::initializer_list<CallbackSafety> levels = {CallbackSafety::none},
                           const void* object = nullptr, const Hints& hints = {}) {
    const EventRegistration made = registration_of(object, hints);
    for (const CallbackSafety level : levels) {
      EXPECT_EQ(engine.event_register_callback(made, level, {}, tool.callback()), Code::success);
    }
    return made;
  }
  void report_losses(EventRegistration registration) {
    EXPECT_EQ(engine.event_set_dropped_handler(registration, Tool::dropped_handler()),
              Code::success);
  }
  void free(EventRegistration registration, Tool* tool = nullptr) {
    EXPECT_EQ(engine.event_handle_free(registration,
                                       tool != nullptr ? tool->free_callback() : FreeCallback{}),
              Code::success);
  }

  SourceRecord& ordered = engine.add_source({.name = "ordered", .desc = "in order"});
  SourceRecord& unordered = engine.add_source({.name = "unordered",
                                               .order = SourceOrder::unordered,
                                               .ticks_per_second = 1'000'000,
                                               .on_demand = false});
};

inline constexpr CallbackSafety all_levels[] = {
    CallbackSafety::none, CallbackSafety::mpi_restricted, CallbackSafety::thread_safe,
    CallbackSafety::async_signal_safe};

}  // namespace mpit
