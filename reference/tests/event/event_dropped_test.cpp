// SPDX-License-Identifier: BSD-3-Clause
// When events are dropped, and how losses are reported to tools (MPI-5.0 §15.3.8).
#include <gmock/gmock.h>

#include "reference/tests/event/event_fixture.hpp"
#include "reference/tests/private_memory.hpp"

namespace mpit {
namespace {

using enum CallbackSafety;
using testing::IsEmpty;
using testing::SizeIs;

class EventDroppedTest : public EventTest {
 protected:
  Event<> event{engine, spec(thread_safe)};
  Tool tool;

  void add_level(EventRegistration registration, CallbackSafety level) {
    EXPECT_EQ(engine.event_register_callback(registration, level, {}, tool.callback()),
              Code::success);
  }
};

TEST_F(EventDroppedTest, CountIncludesEventsThatNoCallbackCouldGet) {
  const auto registration = listen(tool);
  report_losses(registration);
  event.raise();
  event.raise();
  EXPECT_THAT(tool.losses, IsEmpty());
  add_level(registration, thread_safe);
  event.raise();
  ASSERT_THAT(tool.losses, SizeIs(1));
  EXPECT_EQ(tool.losses[0].count, 2);
  EXPECT_EQ(tool.losses[0].registration, registration);
  EXPECT_EQ(tool.losses[0].source_index, ordered.index);
  EXPECT_EQ(tool.losses[0].safety, thread_safe);
}

TEST_F(EventDroppedTest, CountRestartsAfterEachReport) {
  const auto registration = listen(tool);
  report_losses(registration);
  for (int round = 0; round != 2; ++round) {
    event.raise();
    add_level(registration, thread_safe);
    event.raise();
    engine.event_register_callback(registration, thread_safe, {}, {});
  }
  ASSERT_THAT(tool.losses, SizeIs(2));
  EXPECT_EQ(tool.losses[1].count, 1);
}

TEST_F(EventDroppedTest, ReportPrecedesEventsOfTheSourceForOtherRegistrations) {
  Event<> other(engine, {.name = "other", .source = &ordered});
  Tool second;
  const auto registration = listen(tool);
  report_losses(registration);
  event.raise();
  EventRegistration of_other{};
  ASSERT_EQ(engine.event_handle_alloc(event_named("other"), nullptr, {}, &of_other), Code::success);
  engine.event_register_callback(of_other, none, {}, second.callback());
  second.during = [&](EventInstance) { EXPECT_THAT(tool.losses, SizeIs(1)); };
  other.raise();
  EXPECT_THAT(second.calls, SizeIs(1));
}

TEST_F(EventDroppedTest, EventBeforeTheFirstCallbackIsNotALoss) {
  const auto registration = registration_of();
  report_losses(registration);
  event.raise();
  add_level(registration, thread_safe);
  event.raise();
  EXPECT_THAT(tool.losses, IsEmpty());
}

TEST_F(EventDroppedTest, EventAfterTheLastCallbackIsALoss) {
  const auto registration = listen(tool, {thread_safe});
  report_losses(registration);
  engine.event_register_callback(registration, thread_safe, {}, {});
  event.raise();
  EXPECT_THAT(tool.losses, IsEmpty());
  add_level(registration, thread_safe);
  event.raise();
  EXPECT_THAT(tool.losses, SizeIs(1));
}

TEST_F(EventDroppedTest, PendingLossesAreReportedBeforeTheEnd) {
  const auto registration = listen(tool);
  report_losses(registration);
  event.raise();
  free(registration, &tool);
  ASSERT_THAT(tool.losses, SizeIs(1));
  EXPECT_EQ(tool.losses_at_end, 1U);
}

TEST_F(EventDroppedTest, WithoutAnyCallbackTheHandlerIsNeverCalled) {
  const auto registration = listen(tool, {thread_safe});
  report_losses(registration);
  engine.event_register_callback(registration, thread_safe, {}, {});
  event.raise();
  free(registration, &tool);
  EXPECT_THAT(tool.losses, IsEmpty());
  EXPECT_THAT(tool.ends, SizeIs(1));
}

TEST_F(EventDroppedTest, EventRaisedInACallbackIsDropped) {
  tool.during = [&](EventInstance) {
    if (tool.calls.size() == 1) event.raise();
  };
  const auto registration = listen(tool, {thread_safe});
  report_losses(registration);
  event.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
  event.raise();
  EXPECT_THAT(tool.calls, SizeIs(2));
  ASSERT_THAT(tool.losses, SizeIs(1));
  EXPECT_EQ(tool.losses[0].count, 1);
}

TEST_F(EventDroppedTest, EventIsDroppedWhenTheQueueIsFull) {
  const auto registration = listen(tool, {thread_safe});
  report_losses(registration);
  const int excess = 10;
  for (std::size_t i = 0; i != EventQueue::capacity + excess; ++i) event.post();
  engine.deliver_events(none);
  EXPECT_THAT(tool.calls, SizeIs(EventQueue::capacity));
  ASSERT_THAT(tool.losses, SizeIs(1));
  EXPECT_EQ(tool.losses[0].count, excess);
}

TEST_F(EventDroppedTest, MemoryOfTheGrownQueueIsReused) {
  listen(tool, {thread_safe});
  const auto fill_and_empty = [&] {
    tool.calls.clear();
    for (std::size_t i = 0; i != EventQueue::capacity; ++i) event.post();
    engine.deliver_events(none);
    EXPECT_THAT(tool.calls, SizeIs(EventQueue::capacity));
  };
  fill_and_empty();
  const long before = private_kib();
  if (before < 0) GTEST_SKIP() << "no /proc/self/smaps_rollup";
  for (int round = 0; round != 3; ++round) fill_and_empty();
  EXPECT_LE(private_kib() - before, 1024);  // a second queue would take 10 MiB
}

TEST_F(EventDroppedTest, ShortQueueStaysSmall) {
  listen(tool, {thread_safe});
  const auto deliver_each = [&](std::size_t events) {
    for (std::size_t i = 0; i != events; ++i) {
      event.post();
      engine.deliver_events(none);
      tool.calls.clear();
    }
  };
  deliver_each(1000);
  const long before = private_kib();
  if (before < 0) GTEST_SKIP() << "no /proc/self/smaps_rollup";
  deliver_each(EventQueue::capacity);
  EXPECT_LE(private_kib() - before, 1024);  // the whole queue would take 10 MiB
}

TEST_F(EventDroppedTest, StricterContextLeavesLenientEventsQueued) {
  Event<> lenient(engine, {.name = "lenient", .source = &ordered});
  EventRegistration registration{};
  ASSERT_EQ(engine.event_handle_alloc(event_named("lenient"), nullptr, {}, &registration),
            Code::success);
  engine.event_register_callback(registration, none, {}, tool.callback());
  lenient.post();
  engine.deliver_events(async_signal_safe);
  EXPECT_THAT(tool.calls, IsEmpty());
  engine.deliver_events(none);
  EXPECT_THAT(tool.calls, SizeIs(1));
}

TEST_F(EventDroppedTest, NestingIsLimitedAndTheNextEventIsDropped) {
  Event<> free_event(engine, {.name = "free", .source = &unordered, .demands = thread_safe});
  EventRegistration registration{};
  ASSERT_EQ(engine.event_handle_alloc(event_named("free"), nullptr, {}, &registration),
            Code::success);
  engine.event_register_callback(registration, thread_safe, {}, tool.callback());
  report_losses(registration);
  const std::size_t deepest = raise_as_deep_as_can_be(tool, [&] { free_event.raise(); });
  EXPECT_THAT(tool.losses, IsEmpty());
  free_event.raise();
  EXPECT_THAT(tool.calls, SizeIs(deepest + 1));
  ASSERT_THAT(tool.losses, SizeIs(1));
  EXPECT_EQ(tool.losses[0].count, 1);
}

}  // namespace
}  // namespace mpit
