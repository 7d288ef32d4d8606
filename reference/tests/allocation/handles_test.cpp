// SPDX-License-Identifier: BSD-3-Clause
// Sessions, handles and registrations when an allocation fails.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "reference/component/event.hpp"
#include "reference/component/instruments.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/tests/allocation/sweep.hpp"

namespace mpit {
namespace {

using Values = std::array<unsigned long long, 4>;

// Whether a call succeeded. Otherwise its code must be memory.
bool granted(Code code) {
  EXPECT_TRUE(code == Code::success || code == Code::memory) << static_cast<int>(code);
  return code == Code::success;
}

// An engine with variables, and started handles of all of them.
struct HandleScene {
  Engine engine;
  Counter<> counter{engine, {.name = "counter"}};
  Counter<> counters{engine, {.name = "counters"}, 4};
  HighWatermark<> mark{engine, {.name = "mark"}};
  HighWatermark<> marks{engine, {.name = "marks"}, 0, 4};
  SourceRecord& source = engine.add_source({.name = "source"});
  Event<int> event{engine, {.name = "event", .source = &source}};
  int cvar = engine.add_cvar({.name = "cvar"});
  PvarSession session{};
  struct Watched {
    int variable;
    PvarHandle handle;
  };
  std::vector<Watched> watching;
  EventRegistration registration{};
  int instances = 0;
  // The results of a call.
  PvarSession made_session{};
  PvarHandle made{};
  CvarHandle made_cvar{};
  EventRegistration made_registration{};
  CvarHandle cvar_handle{};
  int made_callbacks = 0;
  int made_handlers = 0;
  Hints made_hints;
  static inline int others = 0;

  HandleScene() {
    int provided = 0;
    engine.init_thread(0, &provided);
    engine.pvar_session_create(&session);
    // Reused slots, with remains of their former handles.
    for (int i = 0; i != 2; ++i) watch_all();
    for (Watched& each : watching) engine.pvar_handle_free(session, &each.handle);
    watching.clear();
    for (int i = 0; i != others + 1; ++i) watch_all();
    engine.pvar_start(session, PvarHandle::all);
    engine.event_handle_alloc(0, nullptr, {}, &registration);
    int count = 0;
    engine.cvar_handle_alloc(0, nullptr, &cvar_handle, &count);
    for (int i = 0; i != others; ++i) {
      PvarSession other_session{};
      CvarHandle other_handle{};
      EventRegistration other_registration{};
      engine.pvar_session_create(&other_session);
      engine.cvar_handle_alloc(0, nullptr, &other_handle, &count);
      engine.event_handle_alloc(0, nullptr, {}, &other_registration);
    }
    use();
  }

  PvarHandle alloc(int variable) {
    PvarHandle handle{};
    int count = 0;
    engine.pvar_handle_alloc(session, variable, nullptr, &handle, &count);
    return handle;
  }

  void watch_all() {
    for (int variable = 0; variable != 4; ++variable) {
      watching.push_back({variable, alloc(variable)});
    }
  }

  bool make(int variable) {
    int count = 0;
    return granted(engine.pvar_handle_alloc(session, variable, nullptr, &made, &count));
  }

  void use() {
    counter.inc();
    counters.inc(1, 3);
    mark.update(10);
    mark.update(1);
    marks.update(10, 3);
    marks.update(1, 3);
  }

  std::vector<std::uint64_t> look() {
    std::vector<std::uint64_t> seen{static_cast<std::uint64_t>(made_session),
                                    static_cast<std::uint64_t>(made),
                                    static_cast<std::uint64_t>(made_cvar),
                                    static_cast<std::uint64_t>(made_registration),
                                    static_cast<std::uint64_t>(made_callbacks),
                                    static_cast<std::uint64_t>(made_handlers),
                                    made_hints.size()};
    int value = 0;
    engine.cvar_read(cvar_handle, &value);
    seen.push_back(static_cast<std::uint64_t>(value));
    for (const Watched& each : watching) {
      Values values{};
      engine.pvar_read(session, each.handle, values.data());
      seen.insert(seen.end(), values.begin(), values.end());
    }
    return seen;
  }

  // Checks that all live handles work, watermarks even after many epochs.
  void check() {
    use();
    const PvarHandle busy[] = {alloc(2), alloc(3)};
    for (const PvarHandle handle : busy) engine.pvar_start(session, handle);
    for (int i = 0; i != 100; ++i) {
      for (const PvarHandle handle : busy) engine.pvar_reset(session, handle);
      mark.update(2);
      mark.update(1);
      marks.update(2, 3);
      marks.update(1, 3);
    }
    const Values expected[] = {{2}, {0, 0, 0, 2}, {10}, {0, 0, 0, 10}};
    for (const Watched& each : watching) {
      Values values{};
      EXPECT_EQ(engine.pvar_read(session, each.handle, values.data()), Code::success);
      EXPECT_EQ(values, expected[each.variable]) << "variable " << each.variable;
    }
    event.raise(1);
    EXPECT_EQ(instances, made_callbacks);
    EXPECT_EQ(engine.pvar_session_free(&session), Code::success);
  }
};

void sweep(bool (*call)(HandleScene&)) {
  long refusals = 0;
  // Varies the number of handles, so that the next one needs different allocations.
  for (HandleScene::others = 0; HandleScene::others != 20; ++HandleScene::others) {
    SCOPED_TRACE(std::to_string(HandleScene::others) + " other handles of each kind");
    refusals += refuse_each_allocation<HandleScene>(call);
  }
  EXPECT_GT(refusals, 0);
}

TEST(RefusedAllocation, OfAHandle) {
  sweep([](HandleScene& scene) { return scene.make(0); });
}

TEST(RefusedAllocation, OfAHandleOfAnArray) {
  sweep([](HandleScene& scene) { return scene.make(1); });
}

TEST(RefusedAllocation, OfAHandleOfAWatermark) {
  sweep([](HandleScene& scene) { return scene.make(2); });
}

TEST(RefusedAllocation, OfAHandleOfAnArrayOfWatermarks) {
  sweep([](HandleScene& scene) { return scene.make(3); });
}

TEST(RefusedAllocation, OfASession) {
  sweep([](HandleScene& scene) {
    return granted(scene.engine.pvar_session_create(&scene.made_session));
  });
}

TEST(RefusedAllocation, OfACvarHandle) {
  sweep([](HandleScene& scene) {
    int count = 0;
    return granted(scene.engine.cvar_handle_alloc(0, nullptr, &scene.made_cvar, &count));
  });
}

TEST(RefusedAllocation, OfAWriteToACvar) {
  sweep([](HandleScene& scene) {
    const int value = 5;
    const Code code = scene.engine.cvar_write(scene.cvar_handle, &value);
    return granted(code);
  });
}

TEST(RefusedAllocation, OfARegistration) {
  sweep([](HandleScene& scene) {
    return granted(scene.engine.event_handle_alloc(0, nullptr, {}, &scene.made_registration));
  });
}

TEST(RefusedAllocation, OfACallback) {
  sweep([](HandleScene& scene) {
    const EventCallback count{[](ToolFunction, EventInstance, EventRegistration, CallbackSafety,
                                 void* user_data) { ++*static_cast<int*>(user_data); },
                              nullptr, &scene.instances};
    const Code code =
        scene.engine.event_register_callback(scene.registration, CallbackSafety::none, {}, count);
    if (code == Code::success) scene.made_callbacks = 1;
    return granted(code);
  });
}

TEST(RefusedAllocation, OfADroppedHandler) {
  sweep([](HandleScene& scene) {
    const DroppedHandler handler{
        [](ToolFunction, std::int64_t, EventRegistration, int, CallbackSafety, void*) {}, nullptr};
    const Code code = scene.engine.event_set_dropped_handler(scene.registration, handler);
    if (code == Code::success) scene.made_handlers = 1;
    return granted(code);
  });
}

TEST(RefusedAllocation, OfHints) {
  sweep([](HandleScene& scene) {
    return granted(scene.engine.event_handle_get_info(scene.registration, &scene.made_hints));
  });
}

TEST(RefusedAllocation, OfTheHintsOfAnEventType) {
  sweep([](HandleScene& scene) {
    return granted(scene.engine.event_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr,
                                               nullptr, nullptr, &scene.made_hints, nullptr,
                                               nullptr, nullptr));
  });
}

// Calls that free, start, stop, read, write or query do not allocate.
TEST(RefusedAllocation, AccessAllocatesNothing) {
  HandleScene scene;
  Engine& engine = scene.engine;
  const PvarSession in = scene.session;
  const Refusal refusal(1);
  Values values{};
  for (const auto& [variable, handle] : scene.watching) {
    EXPECT_EQ(engine.pvar_stop(in, handle), Code::success);
    EXPECT_EQ(engine.pvar_read(in, handle, values.data()), Code::success);
    EXPECT_EQ(engine.pvar_write(in, handle, values.data()), Code::success);
    EXPECT_EQ(engine.pvar_readreset(in, handle, values.data()), Code::success);
    EXPECT_EQ(engine.pvar_start(in, handle), Code::success);
    EXPECT_EQ(engine.pvar_reset(in, handle), Code::success);
  }
  char name[64];
  int length = sizeof name;
  int number = 0;
  EXPECT_EQ(engine.pvar_get_index("mark", 5, &number), Code::success);
  EXPECT_EQ(engine.pvar_get_info(number, name, &length, nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr, nullptr, nullptr),
            Code::success);
  EXPECT_EQ(engine.cvar_read(scene.cvar_handle, &number), Code::success);
  for (auto& [variable, handle] : scene.watching) {
    EXPECT_EQ(engine.pvar_handle_free(in, &handle), Code::success);
  }
  EXPECT_EQ(engine.cvar_handle_free(&scene.cvar_handle), Code::success);
  EXPECT_EQ(engine.event_handle_free(scene.registration, {}), Code::success);
  EXPECT_EQ(engine.pvar_session_free(&scene.session), Code::success);
  EXPECT_EQ(engine.init_thread(0, &number), Code::success);
  EXPECT_EQ(engine.finalize(), Code::success);
  EXPECT_EQ(engine.finalize(), Code::success);
  EXPECT_FALSE(refusal.happened());
}

// The end of an engine frees the memory of its handles, even during a visit of another engine.
TEST(EndOfAnEngine, InsideAVisitOfAnotherFreesAllItsMemory) {
  Engine other;
  long kept = -1;
  const auto make_one = [&](ObjectWord, const void*) {
    const long live = live_allocations();
    { const HandleScene scene; }
    kept = live_allocations() - live;
    return Code::success;
  };
  const int index = other.add_cvar({.name = "makes one", .set = make_one});
  int number = 0;
  other.init_thread(0, &number);
  CvarHandle handle{};
  ASSERT_EQ(other.cvar_handle_alloc(index, nullptr, &handle, &number), Code::success);
  for (int i = 0; i != 2; ++i) {  // the first round allocates what the process keeps
    EXPECT_EQ(other.cvar_write(handle, &number), Code::success);
  }
  EXPECT_EQ(kept, 0);
}

}  // namespace
}  // namespace mpit
