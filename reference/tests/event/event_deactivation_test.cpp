// SPDX-License-Identifier: BSD-3-Clause
// Event types whose component is being unloaded.
#include <gmock/gmock.h>

#include "reference/tests/event/event_fixture.hpp"

namespace mpit {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class EventDeactivationTest : public EventTest {
 protected:
  Event<> event{engine, spec(CallbackSafety::thread_safe)};
  Tool tool;
};

TEST_F(EventDeactivationTest, RefusesNewRegistrationsOnly) {
  const EventRegistration registration = listen(tool);
  engine.deactivate_event(event_named());
  EventRegistration refused{};
  EXPECT_EQ(engine.event_handle_alloc(event_named(), nullptr, {}, &refused), Code::invalid_index);
  EXPECT_EQ(engine.event_get_info(event_named(), nullptr, nullptr, nullptr, nullptr, nullptr,
                                  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
            Code::success);
  EXPECT_EQ(engine.event_register_callback(registration, CallbackSafety::thread_safe, {},
                                           tool.callback()),
            Code::success);
  free(registration, &tool);
  EXPECT_THAT(tool.ends, SizeIs(1));
}

TEST_F(EventDeactivationTest, LaterEventsAreNotDelivered) {
  listen(tool, {CallbackSafety::thread_safe});
  event.raise();
  engine.deactivate_event(event_named());
  event.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
}

TEST_F(EventDeactivationTest, QueuedEventsAreNotDelivered) {
  listen(tool, {CallbackSafety::thread_safe});
  event.post();
  engine.deactivate_event(event_named());
  engine.deliver_events(CallbackSafety::none);
  EXPECT_THAT(tool.calls, IsEmpty());
}

TEST_F(EventDeactivationTest, LaterEventsAreNotLosses) {
  // Every event is lost, since no callback meets the demand.
  const EventRegistration registration = listen(tool, {CallbackSafety::none});
  report_losses(registration);
  event.raise();
  engine.deactivate_event(event_named());
  event.raise();
  EXPECT_EQ(engine.event_register_callback(registration, CallbackSafety::thread_safe, {},
                                           tool.callback()),
            Code::success);
  free(registration, &tool);
  ASSERT_THAT(tool.losses, SizeIs(1));
  EXPECT_EQ(tool.losses[0].count, 1);
}

TEST_F(EventDeactivationTest, OtherTypesOfTheSourceContinue) {
  Event<> other(engine, {.name = "other", .source = &ordered});
  EventRegistration registration{};
  ASSERT_EQ(engine.event_handle_alloc(event_named("other"), nullptr, {}, &registration),
            Code::success);
  engine.event_register_callback(registration, CallbackSafety::none, {}, tool.callback());
  engine.deactivate_event(event_named());
  other.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
}

}  // namespace
}  // namespace mpit
