// SPDX-License-Identifier: BSD-3-Clause
// Registrations: hints, freeing in every context, wrong handles (MPI-5.0 §15.3.8).
#include <gmock/gmock.h>

#include <set>

#include "reference/tests/event/event_fixture.hpp"

namespace mpit {
namespace {

using enum CallbackSafety;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class EventRegistrationTest : public EventTest {
 protected:
  Event<> event{engine, spec()};
  Tool tool;
};

TEST_F(EventRegistrationTest, SourceIsWantedWhileOneOfItsTypesIs) {
  Tool other;
  EXPECT_FALSE(ordered.wanted());
  const EventRegistration listening[] = {listen(tool), listen(other)};
  for (const EventRegistration each : listening) {
    EXPECT_TRUE(ordered.wanted());
    free(each);
  }
  EXPECT_FALSE(ordered.wanted());
}

TEST_F(EventRegistrationTest, FreeCallbackIsImmediateWhenIdle) {
  const auto registration = listen(tool);
  Tool at_end;
  free(registration, &at_end);
  ASSERT_THAT(at_end.ends, SizeIs(1));
  EXPECT_EQ(at_end.ends[0].registration, registration);
  EXPECT_EQ(at_end.ends[0].safety, none);
  EXPECT_THAT(tool.ends, IsEmpty());
}

TEST_F(EventRegistrationTest, RegistrationFreedInItsCallbackEndsAfterwards) {
  const auto registration = listen(tool);
  tool.during = [&](EventInstance instance) {
    free(registration, &tool);
    EXPECT_THAT(tool.ends, IsEmpty());
    int source = -1;
    EXPECT_EQ(engine.event_get_source(instance, &source), Code::success);
  };
  event.raise();
  EXPECT_THAT(tool.ends, SizeIs(1));
  event.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
  EXPECT_THAT(tool.ends, SizeIs(1));
}

TEST_F(EventRegistrationTest, OtherRegistrationFreedInACallbackIsNotCalled) {
  Tool other;
  EventRegistration victim{};
  tool.during = [&](EventInstance) { free(victim, &other); };
  listen(tool);
  victim = listen(other);
  event.raise();
  EXPECT_THAT(other.calls, IsEmpty());
  EXPECT_THAT(other.ends, SizeIs(1));
}

TEST_F(EventRegistrationTest, FreeCallbackInsideACallbackGetsItsSafetyLevel) {
  Event<> strict(engine, {.name = "strict", .source = &ordered, .demands = thread_safe});
  const auto victim = registration_of();
  EventRegistration registration{};
  ASSERT_EQ(engine.event_handle_alloc(event_named("strict"), nullptr, {}, &registration),
            Code::success);
  engine.event_register_callback(registration, thread_safe, {}, tool.callback());
  tool.during = [&](EventInstance) { free(victim, &tool); };
  strict.raise();
  ASSERT_THAT(tool.ends, SizeIs(1));
  EXPECT_EQ(tool.ends[0].safety, thread_safe);
}

TEST_F(EventRegistrationTest, GarbageAndHandlesOfOtherKindsAreInvalid) {
  const auto session = static_cast<std::uintptr_t>(new_session());
  for (const auto word : {std::uintptr_t{0}, std::uintptr_t{1}, session, ~std::uintptr_t{0}}) {
    EXPECT_EQ(engine.event_handle_free(EventRegistration{word}, {}), Code::invalid_handle);
  }
}

TEST_F(EventRegistrationTest, SlotsAreReused) {
  std::set<std::uint32_t> slots;
  for (int i = 0; i != 1000; ++i) {
    const auto registration = listen(tool);
    slots.insert(slot_of(static_cast<Word>(registration)));
    free(registration);
  }
  EXPECT_LE(slots.size(), 2U);
}

TEST_F(EventRegistrationTest, LastFinalizeEndsAll) {
  const auto registration = listen(tool);
  ASSERT_EQ(engine.finalize(), Code::success);
  event.raise();
  int provided = 0;
  engine.init_thread(0, &provided);
  event.raise();
  EXPECT_THAT(tool.calls, IsEmpty());
  EXPECT_EQ(engine.event_handle_free(registration, {}), Code::invalid_handle);
}

TEST_F(EventRegistrationTest, CallbackMayCallTheLastFinalize) {
  Tool other;
  tool.during = [&](EventInstance) { EXPECT_EQ(engine.finalize(), Code::success); };
  const auto registration = listen(tool);
  listen(other);
  event.raise();
  event.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
  EXPECT_THAT(other.calls, IsEmpty());
  int provided = 0;
  engine.init_thread(0, &provided);
  EXPECT_EQ(engine.event_handle_free(registration, {}), Code::invalid_handle);
  listen(other);  // may get the slot of the first
  event.raise();
  EXPECT_THAT(tool.calls, SizeIs(1));
  EXPECT_THAT(other.calls, SizeIs(1));
}

TEST_F(EventRegistrationTest, InfoReturnsEffectiveHints) {
  Hints hints;
  const auto registration =
      registration_of(nullptr, {{"mpit_sample_every", "3"}, {"unknown", "x"}});
  ASSERT_EQ(engine.event_handle_get_info(registration, &hints), Code::success);
  EXPECT_THAT(hints, ElementsAre(testing::Pair("mpit_sample_every", "3")));
}

TEST_F(EventRegistrationTest, SetHintsKeepsOtherHints) {
  Hints hints;
  const auto registration = registration_of(nullptr, {{"mpit_sample_every", "3"}});
  engine.event_handle_set_info(registration, {{"other", "1"}});
  engine.event_handle_set_info(registration, {{"mpit_sample_every", "often"}});
  engine.event_handle_set_info(registration, {{"mpit_sample_every", "0"}});
  engine.event_handle_set_info(registration, {{"mpit_sample_every", "5th"}});
  ASSERT_EQ(engine.event_handle_get_info(registration, &hints), Code::success);
  EXPECT_THAT(hints, ElementsAre(testing::Pair("mpit_sample_every", "3")));
  engine.event_handle_set_info(registration, {{"mpit_sample_every", "4"}});
  ASSERT_EQ(engine.event_handle_get_info(registration, &hints), Code::success);
  EXPECT_THAT(hints, ElementsAre(testing::Pair("mpit_sample_every", "4")));
}

TEST_F(EventRegistrationTest, CallbacksHaveNoHints) {
  Hints hints = {{"left", "over"}};
  const auto registration = listen(tool);
  EXPECT_EQ(engine.event_callback_set_info(registration, none, {{"key", "value"}}), Code::success);
  EXPECT_EQ(engine.event_callback_get_info(registration, none, &hints), Code::success);
  EXPECT_THAT(hints, IsEmpty());
}

TEST_F(EventRegistrationTest, LevelWithoutCallbackHasNoInfo) {
  Hints hints;
  const auto registration = listen(tool);
  EXPECT_EQ(engine.event_callback_get_info(registration, thread_safe, &hints), Code::invalid);
}

struct Choice {
  std::vector<CallbackSafety> registered;
  CallbackSafety demanded;
  std::optional<CallbackSafety> chosen;
};

class EventSafetyTest : public EventTest, public testing::WithParamInterface<Choice> {};

TEST_P(EventSafetyTest, LowestSufficientLevelIsCalled) {
  const Choice& choice = GetParam();
  Event<> event(engine, spec(choice.demanded));
  std::map<CallbackSafety, Tool> tools;
  const auto registration = registration_of();
  for (const auto level : choice.registered) {
    engine.event_register_callback(registration, level, {}, tools[level].callback());
  }
  event.raise();
  for (const auto& [level, tool] : tools) {
    EXPECT_THAT(tool.calls, SizeIs(level == choice.chosen ? 1 : 0));
    for (const Tool::Call& call : tool.calls) EXPECT_EQ(call.safety, choice.demanded);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Choices, EventSafetyTest,
    testing::Values(
        Choice{{none, mpi_restricted, thread_safe, async_signal_safe}, none, none},
        Choice{{none, mpi_restricted, thread_safe, async_signal_safe}, thread_safe, thread_safe},
        Choice{{none, async_signal_safe}, mpi_restricted, async_signal_safe},
        Choice{{async_signal_safe}, none, async_signal_safe},
        Choice{{none, mpi_restricted}, thread_safe, std::nullopt},
        Choice{{none, mpi_restricted, thread_safe}, async_signal_safe, std::nullopt}));

class BoundEventTest : public EventTest {
 protected:
  BoundEvent<int> event{engine, Bind::mpi_comm, [](ObjectWord object) { return object < 10; },
                        spec()};
  Tool tool;
};

TEST_F(BoundEventTest, ObjectMayBeRefused) {
  const ObjectWord object = 11;
  EventRegistration made{};
  EXPECT_EQ(engine.event_handle_alloc(0, &object, {}, &made), Code::invalid_handle);
  EXPECT_EQ(engine.event_handle_alloc(0, nullptr, {}, &made), Code::invalid_handle);
}

TEST_F(BoundEventTest, CostsNothingWithoutListeners) {
  const ObjectWord object = 3;
  EXPECT_FALSE(event.wanted());
  event.raise(3, 1);
  event.post(3, 1);
  listen(tool, {none}, &object);
  EXPECT_TRUE(event.wanted());
  engine.deliver_events(none);
  EXPECT_THAT(tool.calls, IsEmpty());
}

TEST_F(BoundEventTest, DropsAreCountedPerObject) {
  const ObjectWord object = 3;
  const ObjectWord other = 4;
  Tool unconcerned;
  report_losses(listen(tool, {none}, &object));
  report_losses(listen(unconcerned, {none}, &other));
  tool.during = [&](EventInstance) {
    if (tool.calls.size() == 1) event.raise(3, 1);  // dropped: the callback causes it
  };
  event.raise(3, 1);
  event.raise(3, 1);
  event.raise(4, 1);
  EXPECT_THAT(tool.losses, SizeIs(1));
  EXPECT_THAT(unconcerned.losses, IsEmpty());
  EXPECT_THAT(unconcerned.calls, SizeIs(1));
}

class LenientEventTest : public EventTest {
 protected:
  Tool tool;
};

TEST_F(LenientEventTest, AcceptsAnyObjectWithoutAComponentCheck) {
  const BoundEvent<int> event(engine, Bind::mpi_comm, {}, spec());
  const ObjectWord object = 77;
  listen(tool, {none}, &object);
  event.raise(77, 1);
  event.raise(78, 1);
  EXPECT_THAT(tool.calls, SizeIs(1));
}

TEST_F(LenientEventTest, InterfaceMayFinalizeDuringAnObjectLookUp) {
  const BoundEvent<int> event(
      engine, Bind::mpi_comm,
      [&](ObjectWord) {
        EXPECT_EQ(engine.finalize(), Code::success);
        return true;
      },
      spec());
  const ObjectWord object = 77;
  EventRegistration made{};
  EXPECT_EQ(engine.event_handle_alloc(0, &object, {}, &made), Code::not_initialized);
  EXPECT_EQ(made, EventRegistration::null);
}

}  // namespace
}  // namespace mpit
