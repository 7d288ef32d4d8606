// SPDX-License-Identifier: BSD-3-Clause
// The selection of callbacks, and the use of event instances in them (MPI-5.0 §15.3.8).
#include <gmock/gmock.h>

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

TEST_F(EventCallbackTest, InstanceHasItsElementsAndItsSource) {
  int first = 0;
  double second = 0;
  int source = -1;
  tool.during = [&](EventInstance instance) {
    EXPECT_EQ(engine.event_read(instance, 1, &second), Code::success);
    EXPECT_EQ(engine.event_read(instance, 0, &first), Code::success);
    EXPECT_EQ(engine.event_get_source(instance, &source), Code::success);
  };
  listen(tool);
  event.raise(-5, 2.5);
  EXPECT_EQ(first, -5);
  EXPECT_EQ(second, 2.5);
  EXPECT_EQ(source, ordered.index);
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

}  // namespace
}  // namespace mpit
