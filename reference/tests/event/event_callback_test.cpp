// SPDX-License-Identifier: BSD-3-Clause
// The selection of callbacks, and the use of event instances in them (MPI-5.0 §15.3.8).
#include <gmock/gmock.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/tests/event/event_fixture.hpp"

namespace mpit {
namespace {

using enum CallbackSafety;
using testing::SizeIs;

class EventCallbackTest : public EventTest {
 protected:
  Event<int, double> event{engine, spec()};
  Tool tool;
};

TEST_F(EventCallbackTest, IsNotWantedWithoutACallback) {
  EXPECT_FALSE(event.wanted());
  const auto registration = registration_of();
  EXPECT_FALSE(event.wanted());
  engine.event_register_callback(registration, none, {}, tool.callback());
  EXPECT_TRUE(event.wanted());
  free(registration);
  EXPECT_FALSE(event.wanted());
}

TEST_F(EventCallbackTest, IsCalledOncePerInstance) {
  const auto registration = listen(tool);
  event.raise(1, 2.0);
  event.raise(1, 2.0);
  ASSERT_THAT(tool.calls, SizeIs(2));
  EXPECT_EQ(tool.calls[0].registration, registration);
  EXPECT_EQ(tool.calls[0].safety, none);
}

TEST_F(EventCallbackTest, EachRegistrationIsCalled) {
  Tool other;
  const auto first = listen(tool);
  const auto second = listen(other);
  EXPECT_NE(first, second);
  event.raise(1, 2.0);
  EXPECT_THAT(tool.calls, SizeIs(1));
  EXPECT_THAT(other.calls, SizeIs(1));
}

TEST_F(EventCallbackTest, ReadReturnsTheElement) {
  int first = 0;
  double second = 0;
  tool.during = [&](EventInstance instance) {
    EXPECT_EQ(engine.event_read(instance, 1, &second), Code::success);
    EXPECT_EQ(engine.event_read(instance, 0, &first), Code::success);
  };
  listen(tool);
  event.raise(-5, 2.5);
  EXPECT_EQ(first, -5);
  EXPECT_EQ(second, 2.5);
}

TEST_F(EventCallbackTest, ReadRefusesOtherElements) {
  tool.during = [&](EventInstance instance) {
    double value = 0;
    EXPECT_EQ(engine.event_read(instance, -1, &value), Code::invalid_index);
    EXPECT_EQ(engine.event_read(instance, 2, &value), Code::invalid_index);
    EXPECT_EQ(engine.event_read(instance, 0, nullptr), Code::invalid);
  };
  listen(tool);
  event.raise(1, 2.0);
  EXPECT_THAT(tool.calls, SizeIs(1));
}

TEST_F(EventCallbackTest, CopyFollowsTheDisplacements) {
  struct {
    int first;
    double second;
    char guard;
  } copy{0, 0, '#'};
  tool.during = [&](EventInstance instance) {
    EXPECT_EQ(engine.event_copy(instance, &copy), Code::success);
  };
  listen(tool);
  event.raise(-5, 2.5);
  EXPECT_EQ(copy.first, -5);
  EXPECT_EQ(copy.second, 2.5);
  EXPECT_EQ(copy.guard, '#');
}

TEST_F(EventCallbackTest, TimestampIsTheTimeOfTheEvent) {
  std::int64_t before = 0;
  std::int64_t stamp = 0;
  std::int64_t after = 0;
  tool.during = [&](EventInstance instance) {
    EXPECT_EQ(engine.event_get_timestamp(instance, &stamp), Code::success);
  };
  listen(tool);
  engine.source_get_timestamp(ordered.index, &before);
  event.post(1, 2.0);
  engine.source_get_timestamp(ordered.index, &after);
  engine.deliver_events(none);
  EXPECT_LE(before, stamp);
  EXPECT_LE(stamp, after);
}

TEST_F(EventCallbackTest, SourceIsTheSourceOfTheType) {
  int source = -1;
  tool.during = [&](EventInstance instance) {
    EXPECT_EQ(engine.event_get_source(instance, &source), Code::success);
  };
  listen(tool);
  event.raise(1, 2.0);
  EXPECT_EQ(source, ordered.index);
}

TEST_F(EventCallbackTest, InstanceIsInvalidAfterTheCallback) {
  listen(tool);
  event.raise(1, 2.0);
  const EventInstance stale = tool.calls.at(0).instance;
  int value = 0;
  std::int64_t stamp = 0;
  EXPECT_EQ(engine.event_read(stale, 0, &value), Code::invalid_handle);
  EXPECT_EQ(engine.event_copy(stale, &value), Code::invalid_handle);
  EXPECT_EQ(engine.event_get_source(stale, &value), Code::invalid_handle);
  EXPECT_EQ(engine.event_get_timestamp(stale, &stamp), Code::invalid_handle);
}

TEST_F(EventCallbackTest, InstanceIsInvalidInOtherCallbacks) {
  Tool other;
  int value = 0;
  listen(tool);
  other.during = [&](EventInstance) {
    EXPECT_EQ(engine.event_read(tool.calls.at(0).instance, 0, &value), Code::invalid_handle);
  };
  listen(other);
  event.raise(1, 2.0);
  EXPECT_THAT(other.calls, SizeIs(1));
}

TEST_F(EventCallbackTest, GarbageInstanceIsInvalid) {
  int value = 0;
  tool.during = [&](EventInstance instance) {
    for (const auto word : {std::uintptr_t{0}, std::uintptr_t{1}, std::uintptr_t{64},
                            static_cast<std::uintptr_t>(instance) + 1, ~std::uintptr_t{0}}) {
      EXPECT_EQ(engine.event_read(EventInstance{word}, 0, &value), Code::invalid_handle);
    }
  };
  listen(tool);
  event.raise(1, 2.0);
}

TEST_F(EventCallbackTest, ReplacedCallbackIsNotCalled) {
  Tool other;
  const auto registration = listen(tool);
  engine.event_register_callback(registration, none, {}, other.callback());
  event.raise(1, 2.0);
  EXPECT_THAT(tool.calls, SizeIs(0));
  EXPECT_THAT(other.calls, SizeIs(1));
}

TEST_F(EventCallbackTest, NullRemovesTheCallbackOfItsLevel) {
  Tool other;
  const auto registration = listen(tool);
  engine.event_register_callback(registration, thread_safe, {}, other.callback());
  EXPECT_EQ(engine.event_register_callback(registration, none, {}, {}), Code::success);
  event.raise(1, 2.0);
  EXPECT_THAT(tool.calls, SizeIs(0));
  EXPECT_THAT(other.calls, SizeIs(1));
}

TEST_F(EventCallbackTest, UnknownSafetyLevelIsInvalid) {
  EXPECT_EQ(
      engine.event_register_callback(registration_of(), CallbackSafety{1}, {}, tool.callback()),
      Code::invalid);
}

TEST_F(EventCallbackTest, CallbackMayReplaceItself) {
  Tool other;
  const auto registration = listen(tool);
  tool.during = [&](EventInstance) {
    engine.event_register_callback(registration, none, {}, other.callback());
  };
  event.raise(1, 2.0);
  event.raise(1, 2.0);
  EXPECT_THAT(tool.calls, SizeIs(1));
  EXPECT_THAT(other.calls, SizeIs(1));
}

TEST_F(EventCallbackTest, SamplingHintReducesTheCalls) {
  listen(tool, {none}, nullptr, {{"mpit_sample_every", "3"}});
  for (int i = 0; i != 7; ++i) event.raise(i, 0);
  EXPECT_THAT(tool.calls, SizeIs(3));
}

TEST_F(EventCallbackTest, ExemptRoutinesWorkAtEveryLevel) {
  Counter<> counter(engine, {.name = "counter"});
  const auto session = new_session();
  const auto handle = new_handle<Counter<>>(session, "counter");
  std::vector<Event<int>> events;
  for (const auto level : all_levels) {
    EventSpec of = spec(level);
    of.name = "event" + std::to_string(static_cast<int>(level));
    events.emplace_back(engine, of);
    EventRegistration registration{};
    ASSERT_EQ(engine.event_handle_alloc(event_named(of.name.c_str()), nullptr, {}, &registration),
              Code::success);
    engine.event_register_callback(registration, async_signal_safe, {}, tool.callback());
  }
  tool.during = [&](EventInstance instance) {
    unsigned long long value = 0;
    std::int64_t stamp = 0;
    int number = 0;
    EXPECT_EQ(engine.event_read(instance, 0, &number), Code::success);
    EXPECT_EQ(engine.event_copy(instance, &number), Code::success);
    EXPECT_EQ(engine.event_get_source(instance, &number), Code::success);
    EXPECT_EQ(engine.event_get_timestamp(instance, &stamp), Code::success);
    EXPECT_EQ(engine.source_get_timestamp(ordered.index, &stamp), Code::success);
    EXPECT_EQ(engine.pvar_start(session, handle), Code::success);
    EXPECT_EQ(engine.pvar_read(session, handle, &value), Code::success);
    EXPECT_EQ(engine.pvar_write(session, handle, &value), Code::success);
    EXPECT_EQ(engine.pvar_readreset(session, handle, &value), Code::success);
    EXPECT_EQ(engine.pvar_reset(session, handle), Code::success);
    EXPECT_EQ(engine.pvar_stop(session, handle), Code::success);
  };
  for (const auto& each : events) each.raise(1);
  EXPECT_THAT(tool.calls, SizeIs(4));
}

TEST_F(EventCallbackTest, QueriesWorkInCallbacksOfSufficientLevel) {
  tool.during = [&](EventInstance) {
    int number = 0;
    EXPECT_EQ(engine.event_get_num(&number), Code::success);
    EXPECT_EQ(engine.cvar_get_num(&number), Code::success);
  };
  listen(tool);
  event.raise(1, 2.0);
  EXPECT_THAT(tool.calls, SizeIs(1));
}

TEST_F(EventCallbackTest, SignalContextRefusesLockingCalls) {
  Event<> signal(engine, {.name = "signal", .source = &unordered, .demands = async_signal_safe});
  EventRegistration registration{};
  ASSERT_EQ(engine.event_handle_alloc(event_named("signal"), nullptr, {}, &registration),
            Code::success);
  engine.event_register_callback(registration, async_signal_safe, {}, tool.callback());
  tool.during = [&](EventInstance) {
    int number = 0;
    EXPECT_EQ(engine.event_get_num(&number), Code::not_accessible);
    EXPECT_EQ(engine.event_handle_free(registration, {}), Code::not_accessible);
  };
  signal.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
}

/// The levels of the registered callbacks, the demand of an invocation, and the level that is
/// called.

}  // namespace
}  // namespace mpit
