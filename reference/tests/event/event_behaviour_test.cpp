// SPDX-License-Identifier: BSD-3-Clause
// The effect of each switch of Behaviour on events.
#include <gmock/gmock.h>

#include "reference/tests/behaviours.hpp"

namespace mpit {
namespace {

using enum CallbackSafety;
using testing::IsEmpty;
using testing::SizeIs;

void* last_dropped_data = &last_dropped_data;

TEST(BehavioursOfEvents, LossesAreReportedOnFreeWithoutACallback) {
  WithEvents with({.last_losses = Behaviour::LastLosses::always_reported});
  const auto registration = with.listen(with.tool);
  with.engine.event_set_dropped_handler(
      registration, {[](ToolFunction, std::int64_t, EventRegistration, int, CallbackSafety,
                        void* user_data) { last_dropped_data = user_data; },
                     nullptr});
  with.strict.raise();
  with.engine.event_register_callback(registration, none, {}, {});
  with.free(registration);
  EXPECT_EQ(last_dropped_data, nullptr);
}

TEST(BehavioursOfEvents, ForgottenLossesAreNotReportedOnFree) {
  WithEvents with({.last_losses = Behaviour::LastLosses::forgotten});
  const auto registration = with.listen(with.tool);
  with.lose_one(registration);
  with.free(registration, &with.tool);
  EXPECT_THAT(with.tool.losses, IsEmpty());
  EXPECT_THAT(with.tool.ends, SizeIs(1));
}

TEST(BehavioursOfEvents, OtherRegistrationsDoNotTriggerTheReportOfLosses) {
  WithEvents with({.loss_report = Behaviour::LossReport::before_registration});
  Tool other;
  const auto registration = with.listen(with.tool);
  with.lose_one(registration);
  with.listen(other, {thread_safe});
  with.strict.raise();
  EXPECT_THAT(other.calls, SizeIs(1));
  EXPECT_THAT(with.tool.losses, IsEmpty());
}

TEST(BehavioursOfEvents, NextEventOfTheRegistrationTriggersTheReportOfLosses) {
  WithEvents with({.loss_report = Behaviour::LossReport::before_registration});
  const auto registration = with.listen(with.tool);
  with.lose_one(registration);
  with.engine.event_register_callback(registration, thread_safe, {}, with.tool.callback());
  with.strict.raise();
  EXPECT_THAT(with.tool.losses, SizeIs(1));
  EXPECT_EQ(with.tool.calls_at_loss, 0U);
}

TEST(BehavioursOfEvents, CodeOfABadElement) {
  WithEvents with({.event_bad_element = Code::invalid});
  with.tool.during = [&](EventInstance instance) {
    int value = 0;
    EXPECT_EQ(with.engine.event_read(instance, 0, &value), Code::invalid);
  };
  with.listen(with.tool, {thread_safe});
  with.strict.raise();
  EXPECT_THAT(with.tool.calls, SizeIs(1));
}

TEST(BehavioursOfEvents, NullOutputsOfASourceAreRefused) {
  WithEvents with({.source_null_outputs = Code::invalid});
  int order = 0;
  std::int64_t ticks = 0;
  std::int64_t most = 0;
  const auto query = [&](int* to_order, std::int64_t* to_ticks, std::int64_t* to_most) {
    return with.engine.source_get_info(0, nullptr, nullptr, nullptr, nullptr, to_order, to_ticks,
                                       to_most, nullptr);
  };
  EXPECT_EQ(query(&order, &ticks, &most), Code::success);
  EXPECT_EQ(query(nullptr, &ticks, &most), Code::invalid);
  EXPECT_EQ(query(&order, nullptr, &most), Code::invalid);
  EXPECT_EQ(query(&order, &ticks, nullptr), Code::invalid);
}

TEST(BehavioursOfEvents, CallbacksMayCallOnlyExemptFunctions) {
  WithEvents with({.callbacks_out_of_reach = true});
  with.tool.during = [&](EventInstance instance) {
    int number = 0;
    EXPECT_EQ(with.engine.event_get_num(&number), Code::not_accessible);
    std::int64_t stamp = 0;
    EXPECT_EQ(with.engine.event_get_timestamp(instance, &stamp), Code::success);
  };
  with.listen(with.tool, {thread_safe});
  with.strict.raise();
  EXPECT_THAT(with.tool.calls, SizeIs(1));
}

TEST(BehavioursOfEvents, EarlyEventsAreDeliveredWithTheFirstCallback) {
  With with({.early_events = Behaviour::EarlyEvents::delivered});
  const Event<> event(with.engine, with.unordered_spec(thread_safe));
  Tool tool;
  Tool witness;
  event.raise();  // before the registration
  with.listen(witness, {thread_safe});
  event.raise();
  const auto registration = with.registration_of();
  EXPECT_EQ(with.engine.event_register_callback(registration, thread_safe, {}, tool.callback()),
            Code::success);
  EXPECT_THAT(tool.calls, IsEmpty());
  const auto later = with.registration_of();
  event.raise();
  EXPECT_EQ(with.engine.event_register_callback(later, thread_safe, {}, tool.callback()),
            Code::success);
  EXPECT_THAT(tool.calls, SizeIs(2));  // one per registration
  EXPECT_EQ(with.engine.event_register_callback(later, none, {}, tool.callback()), Code::success);
  EXPECT_THAT(tool.calls, SizeIs(2));
}

TEST(BehavioursOfEvents, ElementsHaveOtherDatatypesAndClocksNoRates) {
  With with({.aint_elements = true, .rates_unknown = true});
  const Event<std::int64_t, int> event(with.engine, with.spec());
  Datatype datatypes[2]{};
  int count = 2;
  EXPECT_EQ(with.engine.event_get_info(0, nullptr, nullptr, nullptr, datatypes, nullptr, &count,
                                       nullptr, nullptr, nullptr, nullptr, nullptr),
            Code::success);
  EXPECT_EQ(datatypes[0], Datatype::aint);
  EXPECT_EQ(datatypes[1], Datatype::int_);
  int order = 0;
  std::int64_t ticks = 77, most = 0;
  EXPECT_EQ(with.engine.source_get_info(0, nullptr, nullptr, nullptr, nullptr, &order, &ticks,
                                        &most, nullptr),
            Code::success);
  EXPECT_EQ(ticks, 0);
}

TEST(BehavioursOfEvents, EventAfterTheLastCallbackIsNotALoss) {
  WithEvents with({.removed_callbacks = Behaviour::RemovedCallbacks::record_nothing});
  const auto registration = with.listen(with.tool, {thread_safe});
  with.engine.event_register_callback(registration, thread_safe, {}, {});
  with.lose_one(registration);
  with.engine.event_register_callback(registration, thread_safe, {}, with.tool.callback());
  with.strict.raise();
  EXPECT_THAT(with.tool.calls, SizeIs(1));
  EXPECT_THAT(with.tool.losses, IsEmpty());
}

TEST(BehavioursOfEvents, EventThatACallbackCannotGetIsALoss) {
  WithEvents with({.removed_callbacks = Behaviour::RemovedCallbacks::record_nothing});
  const auto registration = with.listen(with.tool);
  with.lose_one(registration);
  with.free(registration, &with.tool);
  ASSERT_THAT(with.tool.losses, SizeIs(1));
  EXPECT_EQ(with.tool.losses[0].count, 1);
}

}  // namespace
}  // namespace mpit
