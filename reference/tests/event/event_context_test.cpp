// SPDX-License-Identifier: BSD-3-Clause
// The functions that a callback may call at each level of safety. With ASYNC_SIGNAL_SAFE these are
// only the ones that take no lock.
#include <gmock/gmock.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/tests/event/event_fixture.hpp"

namespace mpit {
namespace {

using enum CallbackSafety;
using testing::SizeIs;

/// Raises an event whenever a variable joins a category, which happens with the engine's lock held.
class RaisingEditor final : public RegistrationEditor {
 public:
  void edit(EnumSpec&) override {}
  bool edit(CvarSpec&) override { return true; }
  bool edit(PvarSpec&) override { return true; }
  bool edit(CategorySpec&) override { return true; }
  bool joins(std::string_view, Member, int) override {
    if (raise) raise();
    return true;
  }

  std::function<void()> raise = {};
};

class EventContextTest : public testing::Test {
 protected:
  struct Call {
    std::string name;
    std::function<Code()> call;
  };

  EventContextTest() {
    int provided = 0;
    engine.init_thread(0, &provided);
    counter.inc(3);
    engine.pvar_session_create(&session);
    int count = 0;
    engine.pvar_handle_alloc(session, 0, nullptr, &pvar, &count);
    engine.cvar_handle_alloc(0, nullptr, &owned, &count);
    engine.cvar_handle_alloc(1, nullptr, &computed, &count);
    engine.event_handle_alloc(0, nullptr, {}, &other);
    engine.event_register_callback(other, none, {}, {[](auto...) {}, nullptr, nullptr});
  }

  /// Registers an event type that demands `safety`, and a callback that calls `during`.
  Event<int>& listen(CallbackSafety safety) {
    event.emplace(engine, EventSpec{.name = "event", .source = &source, .demands = safety});
    EXPECT_EQ(engine.event_handle_alloc(1, nullptr, {}, &registration), Code::success);
    EXPECT_EQ(engine.event_register_callback(registration, safety, {}, tool.callback()),
              Code::success);
    return *event;
  }

  // Successful and repeatable calls of all methods that may lock.
  std::vector<Call> locking_calls() {
    return {
        {"init_thread", [&] { return engine.init_thread(0, &number); }},
        {"finalize", [&] { return engine.finalize(); }},
        {"enum_get_info", [&] { return engine.enum_get_info(type, &number, nullptr, nullptr); }},
        {"enum_get_item", [&] { return engine.enum_get_item(type, 0, &number, nullptr, nullptr); }},
        {"cvar_get_num", [&] { return engine.cvar_get_num(&number); }},
        {"cvar_get_info",
         [&] {
           return engine.cvar_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                       nullptr, nullptr, nullptr);
         }},
        {"cvar_get_index", [&] { return engine.cvar_get_index("owned", &number); }},
        {"cvar_handle_alloc", [&] { return engine.cvar_handle_alloc(0, nullptr, &cvar, &number); }},
        {"cvar_handle_free", [&] { return engine.cvar_handle_free(&cvar); }},
        {"cvar_read of a callback's value", [&] { return engine.cvar_read(computed, &number); }},
        {"cvar_write", [&] { return engine.cvar_write(owned, &zero); }},
        {"pvar_get_num", [&] { return engine.pvar_get_num(&number); }},
        {"pvar_get_info",
         [&] {
           return engine.pvar_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                       nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
         }},
        {"pvar_get_index",
         [&] {
           return engine.pvar_get_index("counter", static_cast<int>(PvarClass::counter), &number);
         }},
        {"pvar_session_create", [&] { return engine.pvar_session_create(&extra_session); }},
        {"pvar_handle_alloc",
         [&] { return engine.pvar_handle_alloc(extra_session, 0, nullptr, &extra_pvar, &number); }},
        {"pvar_handle_free", [&] { return engine.pvar_handle_free(extra_session, &extra_pvar); }},
        {"pvar_session_free", [&] { return engine.pvar_session_free(&extra_session); }},
        {"source_get_num", [&] { return engine.source_get_num(&number); }},
        {"source_get_info",
         [&] {
           return engine.source_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                         nullptr, nullptr);
         }},
        {"event_get_num", [&] { return engine.event_get_num(&number); }},
        {"event_get_info",
         [&] {
           return engine.event_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                        nullptr, nullptr, nullptr, nullptr, nullptr);
         }},
        {"event_get_index", [&] { return engine.event_get_index("other", &number); }},
        {"event_handle_alloc",
         [&] { return engine.event_handle_alloc(0, nullptr, {}, &extra_registration); }},
        {"event_handle_set_info",
         [&] { return engine.event_handle_set_info(extra_registration, {}); }},
        {"event_handle_get_info",
         [&] { return engine.event_handle_get_info(extra_registration, &hints); }},
        {"event_register_callback",
         [&] { return engine.event_register_callback(extra_registration, none, {}, {}); }},
        {"event_callback_set_info",
         [&] { return engine.event_callback_set_info(other, none, {}); }},
        {"event_callback_get_info",
         [&] { return engine.event_callback_get_info(other, none, &hints); }},
        {"event_set_dropped_handler",
         [&] { return engine.event_set_dropped_handler(extra_registration, {}); }},
        {"event_handle_free", [&] { return engine.event_handle_free(extra_registration, {}); }},
        {"category_get_num", [&] { return engine.category_get_num(&number); }},
        {"category_get_info",
         [&] {
           return engine.category_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                           nullptr);
         }},
        {"category_get_num_events", [&] { return engine.category_get_num_events(0, &number); }},
        {"category_get_index", [&] { return engine.category_get_index("c", &number); }},
        {"category_get_cvars", [&] { return engine.category_get_cvars(0, 1, &number); }},
        {"category_get_pvars", [&] { return engine.category_get_pvars(0, 1, &number); }},
        {"category_get_events", [&] { return engine.category_get_events(0, 1, &number); }},
        {"category_get_categories", [&] { return engine.category_get_categories(0, 1, &number); }},
        {"category_changed", [&] { return engine.category_changed(&number); }},
    };
  }

  // The methods that no context may refuse, and reads of values that the engine owns.
  std::vector<Call> free_calls(EventInstance instance) {
    return {
        {"pvar_start", [&] { return engine.pvar_start(session, pvar); }},
        {"pvar_stop", [&] { return engine.pvar_stop(session, pvar); }},
        {"pvar_read", [&] { return engine.pvar_read(session, pvar, &value); }},
        {"pvar_write", [&] { return engine.pvar_write(session, pvar, &value); }},
        {"pvar_reset", [&] { return engine.pvar_reset(session, pvar); }},
        {"pvar_readreset", [&] { return engine.pvar_readreset(session, pvar, &value); }},
        {"source_get_timestamp", [&] { return engine.source_get_timestamp(0, &ticks); }},
        {"event_read", [this, instance] { return engine.event_read(instance, 0, &number); }},
        {"event_copy", [this, instance] { return engine.event_copy(instance, &number); }},
        {"event_get_timestamp",
         [this, instance] { return engine.event_get_timestamp(instance, &ticks); }},
        {"event_get_source",
         [this, instance] { return engine.event_get_source(instance, &number); }},
        {"cvar_read of the engine's value", [&] { return engine.cvar_read(owned, &number); }},
    };
  }

  void expect(Code code, const std::vector<Call>& calls) {
    for (const Call& each : calls) EXPECT_EQ(each.call(), code) << each.name;
  }

  RaisingEditor editor;
  Engine engine{{}, &editor};
  Tool tool;
  SourceRecord& source = engine.add_source({.name = "source", .order = SourceOrder::unordered});
  EnumType type = engine.add_enum({"enum", {{"item", 0}}});
  Counter<> counter{engine, {.name = "counter", .category = "c"}};
  const int owned_index = engine.add_cvar({.name = "owned", .category = "c", .enumtype = type});
  const int computed_index =
      engine.add_cvar({.name = "computed",
                       .get = [](ObjectWord, void* buf) { *static_cast<int*>(buf) = 7; },
                       .set = [](ObjectWord, const void*) { return Code::success; }});
  Event<int> other_event{engine, {.name = "other", .category = "c", .source = &source}};
  std::optional<Event<int>> event;
  EventRegistration registration{};
  EventRegistration other{};
  EventRegistration extra_registration{};
  PvarSession session{};
  PvarSession extra_session{};
  PvarHandle pvar{};
  PvarHandle extra_pvar{};
  CvarHandle owned{};
  CvarHandle computed{};
  CvarHandle cvar{};
  Hints hints;
  std::int64_t ticks = 0;
  unsigned long long value = 0;
  int number = 0;
  const int zero = 0;
};

class AnySafety : public EventContextTest, public testing::WithParamInterface<CallbackSafety> {};

TEST_P(AnySafety, ElevenExemptFunctionsAndOwnedValuesWork) {
  tool.during = [&](EventInstance instance) { expect(Code::success, free_calls(instance)); };
  listen(GetParam()).raise(1);
  EXPECT_THAT(tool.calls, SizeIs(1));
}

TEST_P(AnySafety, LockingCallsWorkOutsideSignalContext) {
  const bool signal = GetParam() == async_signal_safe;
  tool.during = [&](EventInstance) {
    expect(signal ? Code::not_accessible : Code::success, locking_calls());
  };
  listen(GetParam()).raise(1);
  EXPECT_THAT(tool.calls, SizeIs(1));
  expect(Code::success, locking_calls());
}

INSTANTIATE_TEST_SUITE_P(EventContext, AnySafety, testing::ValuesIn(all_levels));

TEST_F(EventContextTest, SignalContextNeverWaitsForTheInterruptedLock) {
  tool.during = [&](EventInstance instance) {
    expect(Code::not_accessible, locking_calls());
    expect(Code::success, free_calls(instance));
  };
  Event<int>& event_in_lock = listen(async_signal_safe);
  editor.raise = [&] { event_in_lock.raise(1); };
  engine.add_cvar({.name = "late", .category = "c"});
  EXPECT_THAT(tool.calls, SizeIs(1));
}

TEST_F(EventContextTest, SignalContextIsKnownAtTheDeepestNesting) {
  Event<int>& deep = listen(async_signal_safe);
  const std::size_t deepest = raise_as_deep_as_can_be(tool, [&] { deep.raise(1); });
  tool.during = [&](EventInstance) { expect(Code::not_accessible, locking_calls()); };
  deep.raise(1);
  EXPECT_EQ(tool.calls.size(), deepest + 1);
}

}  // namespace
}  // namespace mpit
