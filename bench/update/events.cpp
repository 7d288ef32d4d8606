// SPDX-License-Identifier: BSD-3-Clause
// The cost of raising an event, by the number of callbacks and of threads.
#include <atomic>
#include <memory>

#include "bench/common/program.hpp"
#include "bench/update/engine_use.hpp"
#include "bench/update/update.hpp"
#include "conformance/harness/facts/text.hpp"
#include "reference/component/event.hpp"

namespace mpitcheck::bench {

namespace {

void count_call(mpit::ToolFunction, mpit::EventInstance, mpit::EventRegistration,
                mpit::CallbackSafety, void* user_data) {
  ++*static_cast<std::uint64_t*>(user_data);
}

void raise(benchmark::State& state, int callbacks) {
  RunningEngine engine;
  mpit::SourceRecord& source = engine.add_source({.name = "benchmark"});
  const mpit::Event<int, unsigned long> event(engine, {.name = "raised", .source = &source},
                                              {"source", "bytes"});
  std::uint64_t calls = 0;
  for (int i = 0; i < callbacks; ++i) {
    mpit::EventRegistration registration{};
    require(engine.event_handle_alloc(0, nullptr, {}, &registration));
    const mpit::EventCallback callback{count_call, nullptr, &calls};
    require(engine.event_register_callback(registration, mpit::CallbackSafety::none, {}, callback));
  }
  time_steps(state, [&event] {
    event.raise(1, 8);
    benchmark::ClobberMemory();
  });
  const auto due = static_cast<std::uint64_t>(state.iterations() * callbacks);
  if (calls != due) state.SkipWithError(join(calls, " callbacks, not ", due).c_str());
}

// One engine for all threads of a benchmark, with a callback that does nothing.
struct Busy {
  RunningEngine engine;
  mpit::SourceRecord& source = engine.add_source({.name = "benchmark"});
  const mpit::Event<int, unsigned long> event{
      engine, {.name = "raised", .source = &source}, {"source", "bytes"}};
  mpit::EventRegistration registration{};

  Busy() {
    const mpit::EventCallback nothing{[](mpit::ToolFunction, mpit::EventInstance,
                                         mpit::EventRegistration, mpit::CallbackSafety, void*) {}};
    const mpit::DroppedHandler count{[](mpit::ToolFunction, std::int64_t number,
                                        mpit::EventRegistration, int, mpit::CallbackSafety,
                                        void*) { lost += number; }};
    require(engine.event_handle_alloc(0, nullptr, {}, &registration));
    require(engine.event_register_callback(registration, mpit::CallbackSafety::none, {}, nothing));
    require(engine.event_set_dropped_handler(registration, count));
  }

  static inline std::atomic<std::int64_t> lost{0};
};
std::unique_ptr<Busy> busy;

// The items per second are instances. No instance is lost.
void raise_beside_others(benchmark::State& state) {
  time_steps(state, [] {
    busy->event.raise(1, 8);
    benchmark::ClobberMemory();
  });
  state.SetItemsProcessed(state.iterations());
  if (Busy::lost != 0) state.SkipWithError("instances were lost");
}

}  // namespace

void add_events() {
  add("update/event/no_callback", "empty_loop", [](auto& state) { raise(state, 0); });
  for (const int callbacks : {1, 8, 64}) {
    add(join("scale/update_event_by_callbacks/", callbacks), "function_call",
        [callbacks](auto& state) { raise(state, callbacks); });
  }
  for (const int threads : {1, 2, 4}) {
    add("update/event/callback_does_nothing", "function_call", raise_beside_others)
        ->Threads(threads)
        ->Setup([](const benchmark::State&) { busy = std::make_unique<Busy>(); })
        ->Teardown([](const benchmark::State&) { busy.reset(); });
  }
}

}  // namespace mpitcheck::bench
