// SPDX-License-Identifier: BSD-3-Clause
// Delivery of events and ends of registrations, interrupted at each instruction.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/engine/core/event.hpp"
#include "reference/engine/core/event_delivery.hpp"
#include "reference/engine/core/handle_table.hpp"
#include "reference/tests/event/event_fixture.hpp"
#include "reference/tests/pvar/stepping.hpp"

#if MPIT_STEPPING

namespace mpit {
namespace {

class SteppingEventTest : public EventTest {
 protected:
  Stepper stepper;
};

TEST_F(SteppingEventTest, FreeCallbackInSignalContextIsInSignalContext) {
  const Event<> event(engine, spec(CallbackSafety::async_signal_safe));
  struct Seen {
    Engine& engine;
    Code code = Code::success;
    int ends = 0;
  } seen{engine};
  const FreeCallback on_free{[](ToolFunction, EventRegistration, CallbackSafety, void* user_data) {
                               Seen& of = *static_cast<Seen*>(user_data);
                               int number = 0;
                               of.code = of.engine.event_get_num(&number);
                               ++of.ends;
                             },
                             nullptr, &seen};
  int unreferenced = 0;
  Stepper::at_steps([&](std::size_t step) {
    Tool tool;
    const EventRegistration registration = listen(tool, {CallbackSafety::async_signal_safe});
    for (std::size_t i = 0; i != EventQueue::capacity; ++i) event.post();
    seen.ends = 0;
    // The queue is full, so the post drops its event. It may drop the last reference, too.
    const bool more = stepper.run(
        step, [&] { event.post(); }, [&] { engine.event_handle_free(registration, on_free); });
    if (more && seen.ends == 0) {
      ++unreferenced;
      engine.deliver_events(CallbackSafety::async_signal_safe);
      EXPECT_EQ(seen.code, Code::not_accessible) << "interrupted at step " << step;
    } else {
      engine.deliver_events(CallbackSafety::async_signal_safe);
    }
    EXPECT_EQ(seen.ends, more ? 1 : 0) << "interrupted at step " << step;
    if (!more) free(registration);
  });
  EXPECT_GT(unreferenced, 0);
}

// A push that another push interrupts.
TEST_F(SteppingEventTest, EachEndedRegistrationIsTakenOnce) {
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    EndedEventSlots list;
    std::array<EventSlot, 3> slots;
    list.push(slots[0]);
    const bool more = stepper.run(
        step, [&] { list.push(slots[1]); }, [&] { list.push(slots[2]); });
    std::size_t taken = 0;
    std::array<int, 3> times{};
    for (EventSlot* slot = list.take_all(); slot != nullptr && taken != 9; ++taken) {
      ++times[static_cast<std::size_t>(slot - slots.data())];
      slot = slot->next_ended;
    }
    EXPECT_EQ(times, (std::array{1, 1, more ? 1 : 0})) << "interrupted at step " << step;
    EXPECT_TRUE(list.empty());
  });
  EXPECT_GT(steps, 10U);
}

// When a delivery reaches the slot of a registration, the slot may belong to another registration
// of another type and source.
TEST_F(SteppingEventTest, RegistrationInAReusedSlotGetsOnlyItsEvents) {
  const Event<> event(engine, unordered_spec(CallbackSafety::thread_safe));
  const Event<> other(engine, {.name = "other", .source = &ordered});
  int replaced = 0;
  Stepper::at_steps(
      [&](std::size_t step) {
        Tool first;
        Tool second;
        first.calls.reserve(1);  // the interrupted code must not allocate
        const EventRegistration registration = listen(first, {CallbackSafety::thread_safe});
        report_losses(registration);
        std::vector<EventRegistration> heirs;
        const auto is_in_its_place = [&] {
          return slot_of(static_cast<Word>(heirs.back())) ==
                 slot_of(static_cast<Word>(registration));
        };
        // Registers until one gets the slot of the first, provided that the slot is free.
        const auto replace = [&] {
          engine.event_handle_free(registration, first.free_callback());
          do {
            engine.event_handle_alloc(event_named("other"), nullptr, {}, &heirs.emplace_back());
            engine.event_register_callback(heirs.back(), CallbackSafety::none, {},
                                           second.callback());
            engine.event_set_dropped_handler(heirs.back(), Tool::dropped_handler());
          } while (!first.ends.empty() && !is_in_its_place() && heirs.size() != 100);
          replaced += is_in_its_place();
        };
        unordered.has_losses = true;  // so that each delivery looks for losses
        const bool more = stepper.run(
            step, [&] { event.raise(); }, replace);
        EXPECT_TRUE(second.calls.empty()) << "interrupted at step " << step;
        EXPECT_TRUE(second.losses.empty()) << "interrupted at step " << step;
        if (!more) {
          EXPECT_EQ(first.calls.size(), 1U);
          replace();
        }
        other.raise();
        EXPECT_EQ(second.calls.size(), heirs.size()) << "interrupted at step " << step;
        for (const EventRegistration heir : heirs) free(heir);
      },
      300);
  EXPECT_GT(replaced, 0);
}

// An event that a callback causes is dropped. If its registration is freed meanwhile, the next
// delivery ends the registration, even with an empty queue.
TEST_F(SteppingEventTest, RegistrationFreedDuringADropEndsWithAnEmptyQueue) {
  const Event<> event(engine, spec());
  int unreferenced = 0;
  Stepper::at_steps([&](std::size_t step) {
    Tool tool;
    Tool victim;
    const EventRegistration keeper = listen(tool);
    const EventRegistration freed = listen(victim);
    bool more = false;
    tool.during = [&](EventInstance) {
      more = stepper.run(
          step, [&] { event.post(); }, [&] { free(freed, &victim); });
    };
    event.raise();
    const bool left = more && victim.ends.empty();
    unreferenced += left;
    engine.deliver_events(CallbackSafety::none);
    EXPECT_EQ(victim.ends.size(), more ? 1U : 0U) << "interrupted at step " << step;
    if (!more) free(freed);
    free(keeper);
  });
  EXPECT_GT(unreferenced, 0);
}

// While the maximum number of callbacks is running, no other function of the tool is called.
TEST_F(SteppingEventTest, RegistrationFreedDuringADropEndsWhenNestingAllows) {
  const Event<> event(engine, unordered_spec(CallbackSafety::thread_safe));
  int unreferenced = 0;
  Stepper::at_steps([&](std::size_t step) {
    Tool tool;
    Tool victim;
    const EventRegistration keeper = listen(tool, {CallbackSafety::thread_safe});
    const EventRegistration freed = listen(victim);
    bool more = false;
    tool.during = [&](EventInstance) {
      if (tool.calls.size() != EventInstances::capacity) return event.raise();
      more = stepper.run(
          step, [&] { event.raise(); }, [&] { free(freed, &victim); });
      const bool left = more && victim.ends.empty();
      unreferenced += left;
      engine.deliver_events(CallbackSafety::thread_safe);
      EXPECT_EQ(victim.ends.size(), more && !left ? 1U : 0U) << "interrupted at step " << step;
    };
    event.raise();
    EXPECT_EQ(tool.calls.size(), EventInstances::capacity);
    engine.deliver_events(CallbackSafety::none);
    EXPECT_EQ(victim.ends.size(), more ? 1U : 0U) << "interrupted at step " << step;
    if (!more) free(freed);
    free(keeper);
  });
  EXPECT_GT(unreferenced, 0);
}

class SteppingLossTest : public EventTest {
 protected:
  SteppingLossTest() : EventTest({.loss_report = Behaviour::LossReport::before_registration}) {}
  Stepper stepper;
};

TEST_F(SteppingLossTest, LossIsReportedOnce) {
  const Event<> event(engine, unordered_spec(CallbackSafety::async_signal_safe));
  struct Seen {
    std::atomic<int> calls{0};
    std::atomic<std::int64_t> losses{0};
  };
  const std::size_t steps = Stepper::at_steps(
      [&](std::size_t step) {
        Seen seen;
        const EventCallback count{[](ToolFunction, EventInstance, EventRegistration, CallbackSafety,
                                     void* data) { ++static_cast<Seen*>(data)->calls; },
                                  nullptr, &seen};
        const DroppedHandler lose{
            [](ToolFunction, std::int64_t number, EventRegistration, int, CallbackSafety,
               void* data) { static_cast<Seen*>(data)->losses += number; },
            nullptr};
        const EventRegistration registration = registration_of();
        engine.event_register_callback(registration, CallbackSafety::none, {}, count);
        engine.event_set_dropped_handler(registration, lose);
        event.raise();  // lost: the callback's level is too low
        engine.event_register_callback(registration, CallbackSafety::async_signal_safe, {}, count);
        const auto raise = [&] { event.raise(); };
        const bool more = stepper.run(step, raise, raise);
        EXPECT_EQ(seen.calls, more ? 2 : 1) << "interrupted at step " << step;
        EXPECT_EQ(seen.losses, 1) << "interrupted at step " << step;
        free(registration);
      },
      300);
  EXPECT_GT(steps, 10U);
}

}  // namespace
}  // namespace mpit

#endif
