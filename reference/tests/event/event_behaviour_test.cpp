// SPDX-License-Identifier: BSD-3-Clause
// The effect of each switch of Behaviour on events.
#include <gmock/gmock.h>

#include "reference/tests/event/event_fixture.hpp"

namespace mpit {
namespace {

using enum CallbackSafety;
using testing::IsEmpty;
using testing::SizeIs;

/// A registration that receives events without demands, and loses events that demand THREAD_SAFE.
class EventBehaviourTest : public EventTest {
 protected:
  explicit EventBehaviourTest(const Behaviour& behaviour) : EventTest(behaviour) {}

  void lose_one(EventRegistration registration) {
    report_losses(registration);
    strict.raise();
  }

  Event<> strict{engine, spec(thread_safe)};
  Tool tool;
};

void* last_dropped_data = &last_dropped_data;

class AlwaysReportedLossesTest : public EventBehaviourTest {
 protected:
  AlwaysReportedLossesTest()
      : EventBehaviourTest({.last_losses = Behaviour::LastLosses::always_reported}) {}
};

TEST_F(AlwaysReportedLossesTest, FreeReportsWithoutCallback) {
  const auto registration = listen(tool);
  engine.event_set_dropped_handler(
      registration, {[](ToolFunction, std::int64_t, EventRegistration, int, CallbackSafety,
                        void* user_data) { last_dropped_data = user_data; },
                     nullptr});
  strict.raise();
  engine.event_register_callback(registration, CallbackSafety::none, {}, {});
  free(registration);
  EXPECT_EQ(last_dropped_data, nullptr);
}

class ForgottenLossesTest : public EventBehaviourTest {
 protected:
  ForgottenLossesTest() : EventBehaviourTest({.last_losses = Behaviour::LastLosses::forgotten}) {}
};

TEST_F(ForgottenLossesTest, FreeReportsNothing) {
  const auto registration = listen(tool);
  lose_one(registration);
  free(registration, &tool);
  EXPECT_THAT(tool.losses, IsEmpty());
  EXPECT_THAT(tool.ends, SizeIs(1));
}

class LossesPerRegistrationTest : public EventBehaviourTest {
 protected:
  LossesPerRegistrationTest()
      : EventBehaviourTest({.loss_report = Behaviour::LossReport::before_registration}) {}
};

TEST_F(LossesPerRegistrationTest, OtherRegistrationsDoNotTriggerTheReport) {
  Tool other;
  const auto registration = listen(tool);
  lose_one(registration);
  listen(other, {thread_safe});
  strict.raise();
  EXPECT_THAT(other.calls, SizeIs(1));
  EXPECT_THAT(tool.losses, IsEmpty());
}

TEST_F(LossesPerRegistrationTest, NextEventOfTheRegistrationTriggersTheReport) {
  const auto registration = listen(tool);
  lose_one(registration);
  engine.event_register_callback(registration, thread_safe, {}, tool.callback());
  strict.raise();
  EXPECT_THAT(tool.losses, SizeIs(1));
  EXPECT_EQ(tool.calls_at_loss, 0U);
}

class BadElementTest : public EventBehaviourTest {
 protected:
  BadElementTest() : EventBehaviourTest({.event_bad_element = Code::invalid}) {}
};

TEST_F(BadElementTest, CodeIsConfigurable) {
  tool.during = [&](EventInstance instance) {
    int value = 0;
    EXPECT_EQ(engine.event_read(instance, 0, &value), Code::invalid);
  };
  listen(tool, {thread_safe});
  strict.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
}

class SourceNullOutputsTest : public EventBehaviourTest {
 protected:
  SourceNullOutputsTest() : EventBehaviourTest({.source_null_outputs = Code::invalid}) {}
};

TEST_F(SourceNullOutputsTest, AreRefused) {
  int order = 0;
  std::int64_t ticks = 0;
  std::int64_t most = 0;
  const auto query = [&](int* to_order, std::int64_t* to_ticks, std::int64_t* to_most) {
    return engine.source_get_info(0, nullptr, nullptr, nullptr, nullptr, to_order, to_ticks,
                                  to_most, nullptr);
  };
  EXPECT_EQ(query(&order, &ticks, &most), Code::success);
  EXPECT_EQ(query(nullptr, &ticks, &most), Code::invalid);
  EXPECT_EQ(query(&order, nullptr, &most), Code::invalid);
  EXPECT_EQ(query(&order, &ticks, nullptr), Code::invalid);
}

class OutOfReachTest : public EventBehaviourTest {
 protected:
  OutOfReachTest() : EventBehaviourTest({.callbacks_out_of_reach = true}) {}
};

TEST_F(OutOfReachTest, CallbacksMayCallOnlyExemptFunctions) {
  tool.during = [&](EventInstance instance) {
    int number = 0;
    EXPECT_EQ(engine.event_get_num(&number), Code::not_accessible);
    std::int64_t stamp = 0;
    EXPECT_EQ(engine.event_get_timestamp(instance, &stamp), Code::success);
  };
  listen(tool, {thread_safe});
  strict.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
}

class EarlyEventsTest : public EventTest {
 protected:
  EarlyEventsTest() : EventTest({.early_events = Behaviour::EarlyEvents::delivered}) {}

  Event<> event{engine, unordered_spec(thread_safe)};
  Tool tool, witness;
};

TEST_F(EarlyEventsTest, AreDeliveredWithTheFirstCallback) {
  event.raise();  // before the registration
  listen(witness, {thread_safe});
  event.raise();
  const auto registration = registration_of();
  EXPECT_EQ(engine.event_register_callback(registration, thread_safe, {}, tool.callback()),
            Code::success);
  EXPECT_THAT(tool.calls, IsEmpty());
  const auto later = registration_of();
  event.raise();
  EXPECT_EQ(engine.event_register_callback(later, thread_safe, {}, tool.callback()), Code::success);
  EXPECT_THAT(tool.calls, SizeIs(2));  // one per registration
  EXPECT_EQ(engine.event_register_callback(later, none, {}, tool.callback()), Code::success);
  EXPECT_THAT(tool.calls, SizeIs(2));
}

class ShownElementsTest : public EventTest {
 protected:
  ShownElementsTest() : EventTest({.aint_elements = true, .rates_unknown = true}) {}
};

TEST_F(ShownElementsTest, HaveOtherDatatypesAndClocksWithoutRates) {
  const Event<std::int64_t, int> event(engine, spec());
  Datatype datatypes[2]{};
  int count = 2;
  EXPECT_EQ(engine.event_get_info(0, nullptr, nullptr, nullptr, datatypes, nullptr, &count, nullptr,
                                  nullptr, nullptr, nullptr, nullptr),
            Code::success);
  EXPECT_EQ(datatypes[0], Datatype::aint);
  EXPECT_EQ(datatypes[1], Datatype::int_);
  int order = 0;
  std::int64_t ticks = 77, most = 0;
  EXPECT_EQ(
      engine.source_get_info(0, nullptr, nullptr, nullptr, nullptr, &order, &ticks, &most, nullptr),
      Code::success);
  EXPECT_EQ(ticks, 0);
}

class RemovedCallbacksTest : public EventBehaviourTest {
 protected:
  RemovedCallbacksTest()
      : EventBehaviourTest({.removed_callbacks = Behaviour::RemovedCallbacks::record_nothing}) {}
};

TEST_F(RemovedCallbacksTest, EventAfterTheLastCallbackIsNotALoss) {
  const auto registration = listen(tool, {thread_safe});
  engine.event_register_callback(registration, thread_safe, {}, {});
  lose_one(registration);
  engine.event_register_callback(registration, thread_safe, {}, tool.callback());
  strict.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
  EXPECT_THAT(tool.losses, IsEmpty());
}

class RemovedCallbacksOnlyTest : public EventBehaviourTest {
 protected:
  RemovedCallbacksOnlyTest()
      : EventBehaviourTest({.removed_callbacks = Behaviour::RemovedCallbacks::record_nothing}) {}
};

TEST_F(RemovedCallbacksOnlyTest, EventThatACallbackCannotGetIsALoss) {
  const auto registration = listen(tool);
  lose_one(registration);
  free(registration, &tool);
  ASSERT_THAT(tool.losses, SizeIs(1));
  EXPECT_EQ(tool.losses[0].count, 1);
}

}  // namespace
}  // namespace mpit
