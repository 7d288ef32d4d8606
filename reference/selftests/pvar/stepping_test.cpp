// SPDX-License-Identifier: BSD-3-Clause
// Updates and access, interrupted at every single instruction.
#include "reference/selftests/pvar/stepping.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "reference/engine/core/event.hpp"
#include "reference/engine/core/event_delivery.hpp"
#include "reference/engine/core/handle_table.hpp"
#include "reference/selftests/event/event_fixture.hpp"

#if MPIT_STEPPING

namespace mpit {
namespace {

class SteppingTest : public EngineTest {
 protected:
  explicit SteppingTest(const Behaviour& behaviour = {}) : EngineTest(behaviour) {}

  Stepper stepper;
  PvarSession session = new_session();
};

/// What is interrupted: an update, or one of the six functions.
struct Victim {
  const char* name;
  Code (*call)(Engine& engine, Counter<>& counter, PvarSession session, PvarHandle handle);
};

constexpr Victim victims[] = {
    {"update",
     [](Engine&, Counter<>& counter, PvarSession, PvarHandle) {
       counter.inc();
       return Code::success;
     }},
    {"start", [](Engine& engine, Counter<>&, PvarSession session,
                 PvarHandle handle) { return engine.pvar_start(session, handle); }},
    {"stop", [](Engine& engine, Counter<>&, PvarSession session,
                PvarHandle handle) { return engine.pvar_stop(session, handle); }},
    {"read",
     [](Engine& engine, Counter<>&, PvarSession session, PvarHandle handle) {
       std::array<unsigned long long, 2> values{};
       return engine.pvar_read(session, handle, values.data());
     }},
    {"write",
     [](Engine& engine, Counter<>&, PvarSession session, PvarHandle handle) {
       const std::array<unsigned long long, 2> values{};
       return engine.pvar_write(session, handle, values.data());
     }},
    {"reset", [](Engine& engine, Counter<>&, PvarSession session,
                 PvarHandle handle) { return engine.pvar_reset(session, handle); }},
    {"readreset",
     [](Engine& engine, Counter<>&, PvarSession session, PvarHandle handle) {
       std::array<unsigned long long, 2> values{};
       return engine.pvar_readreset(session, handle, values.data());
     }},
};

class SteppingAccessTest : public SteppingTest, public testing::WithParamInterface<Victim> {
 protected:
  using Values = std::array<unsigned long long, 2>;

  /// All six functions on the handle that may be in the middle of one of them.
  void access_everything() {
    counter.inc();
    counter.inc(1, 1);
    Values values{};
    Values again{};
    const bool fine =
        engine.pvar_stop(session, handle) == Code::success &&
        engine.pvar_read(session, handle, values.data()) == Code::success &&
        engine.pvar_read(session, handle, again.data()) == Code::success && values == again &&
        engine.pvar_write(session, handle, Values{5, 6}.data()) == Code::success &&
        engine.pvar_readreset(session, handle, values.data()) == Code::success &&
        values == Values{5, 6} && engine.pvar_start(session, handle) == Code::success &&
        engine.pvar_reset(session, handle) == Code::success &&
        engine.pvar_read(session, handle, values.data()) == Code::success && values == Values{} &&
        engine.pvar_readreset(session, taking, values.data()) == Code::success;
    taken += values[0];
    if (!fine) ++failures;
  }

  Counter<> counter{engine, {.name = "counter"}, 2};
  PvarHandle handle = new_handle(session, 0);
  PvarHandle taking = new_handle(session, 0);
  unsigned long long taken = 0;
  int failures = 0;
};

TEST_P(SteppingAccessTest, NothingIsLostWhereverItIsInterrupted) {
  start(session, taking);
  unsigned long long added = 0;
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    Code code = Code::invalid;
    const bool more = stepper.run(
        step, [&] { code = GetParam().call(engine, counter, session, handle); },
        [&] { access_everything(); });
    EXPECT_EQ(code, Code::success);
    EXPECT_EQ(failures, 0) << "interrupted at step " << step;
    added += more + (GetParam().name == std::string("update"));
    Values rest{};
    EXPECT_EQ(engine.pvar_readreset(session, taking, rest.data()), Code::success);
    taken += rest[0];
    EXPECT_EQ(taken, added) << "interrupted at step " << step;
  });
  EXPECT_GT(steps, 2U);
}

INSTANTIATE_TEST_SUITE_P(Of, SteppingAccessTest, testing::ValuesIn(victims),
                         [](const auto& each) { return each.param.name; });

TEST_F(SteppingTest, AFirstAddOfAThreadMayBeInterruptedByAnother) {
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    const Counter<> counter(engine, {.name = "counter" + std::to_string(step)});
    const auto add = [&] { counter.inc(); };
    bool more = false;
    std::thread([&] { more = stepper.run(step, add, add); }).join();
    EXPECT_EQ(counter.get(), 1U + more) << "interrupted at step " << step;
  });
  EXPECT_GT(steps, 10U);
}

TEST_F(SteppingTest, AnAddOfADoubleMayBeInterruptedByAnother) {
  const Aggregate<double> sum(engine, {.name = "sum"});
  double added = 0;
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    added += 0.5;
    const bool more = stepper.run(
        step, [&] { sum.inc(0.5); }, [&] { sum.inc(0.25); });
    if (more) added += 0.25;
    EXPECT_EQ(sum.get(), added) << "interrupted at step " << step;
  });
  EXPECT_GT(steps, 10U);
}

// Of a level or a mark: what a handle stores of its elements 0 and 1 is never one of the other's.
// Also when the handle is stopped, written and perhaps started again in the midst of a call.
template <class Instrument>
class SteppingStoredTest : public SteppingTest {
 protected:
  using Values = std::array<unsigned, 2>;

  void set(unsigned level, int element) {
    if constexpr (std::is_same_v<Instrument, Level<unsigned>>) {
      instrument.set(level, element);
    } else {
      instrument.update(level, element);
    }
  }

  // Ends running, or stopped.
  void access_everything(bool runs) {
    Values values{};
    engine.pvar_stop(session, handle);
    bool fine = engine.pvar_write(session, handle, Values{5, 6}.data()) == Code::success &&
                engine.pvar_readreset(session, handle, values.data()) == Code::success &&
                values == Values{5, 6} &&
                engine.pvar_read(session, handle, values.data()) == Code::success &&
                values == Values{3, 4} &&
                engine.pvar_write(session, handle, Values{5, 6}.data()) == Code::success;
    if (runs) fine = fine && engine.pvar_start(session, handle) == Code::success;
    if (!fine) ++failures;
  }

  static bool plausible(const Values& values) {
    return (values[0] == 3 || values[0] == 5 || values[0] == 7) &&
           (values[1] == 4 || values[1] == 6 || values[1] == 8);
  }

  // `call` gets a buffer for two values, {7, 8} before.
  template <class Call>
  void interrupt_each_step(Call call) {
    for (const bool runs : {false, true}) {
      const std::size_t steps = Stepper::at_steps(
          [&](std::size_t step) {
            set(3, 0);
            set(4, 1);
            engine.pvar_stop(session, handle);
            engine.pvar_write(session, handle, Values{7, 8}.data());
            if (runs) engine.pvar_start(session, handle);
            Values values{7, 8};
            stepper.run(
                step, [&] { call(values); }, [&] { access_everything(runs); });
            EXPECT_EQ(failures, 0) << "interrupted at step " << step;
            EXPECT_TRUE(plausible(values))
                << values[0] << ' ' << values[1] << ", interrupted at step " << step;
            // Both elements follow alike.
            engine.pvar_stop(session, handle);
            EXPECT_EQ(engine.pvar_write(session, handle, Values{1, 2}.data()), Code::success);
            EXPECT_EQ(engine.pvar_start(session, handle), Code::success);
            set(9, 0);
            set(10, 1);
            EXPECT_EQ(engine.pvar_read(session, handle, values.data()), Code::success);
            EXPECT_EQ(values, (Values{9, 10})) << "interrupted at step " << step;
          },
          120);
      EXPECT_GT(steps, 10U);
    }
  }

  Instrument instrument{engine, {.name = "v"}, 3, 2};
  PvarHandle handle = new_handle(session, 0);
  int failures = 0;
};

using Stored = testing::Types<Level<unsigned>, HighWatermark<unsigned>>;
TYPED_TEST_SUITE(SteppingStoredTest, Stored);

TYPED_TEST(SteppingStoredTest, AStartIsOneForBothElements) {
  this->interrupt_each_step(
      [this](auto&) { this->engine.pvar_start(this->session, this->handle); });
}

TYPED_TEST(SteppingStoredTest, AStopIsOneForBothElements) {
  this->interrupt_each_step([this](auto&) { this->engine.pvar_stop(this->session, this->handle); });
}

TYPED_TEST(SteppingStoredTest, AReadSeesWhatTheHandleShowed) {
  this->interrupt_each_step([this](auto& values) {
    EXPECT_EQ(this->engine.pvar_read(this->session, this->handle, values.data()), Code::success);
  });
}

TYPED_TEST(SteppingStoredTest, AWriteIsWholeOrRefused) {
  this->interrupt_each_step([this](auto& values) {
    const Code code = this->engine.pvar_write(this->session, this->handle, values.data());
    EXPECT_TRUE(code == Code::success || code == Code::pvar_no_write);
  });
}

TYPED_TEST(SteppingStoredTest, AReadResetTakesWhatTheHandleShowed) {
  this->interrupt_each_step([this](auto& values) {
    EXPECT_EQ(this->engine.pvar_readreset(this->session, this->handle, values.data()),
              Code::success);
  });
}

// Each session keeps its handles when it is freed, unusable.
class SteppingKeptTest : public SteppingTest {
 protected:
  SteppingKeptTest() : SteppingTest({.session_free = Behaviour::LiveHandles::kept}) {}
};

TEST_F(SteppingKeptTest, AStartOfAllHandlesPassesThoseOfASessionThatWasFreed) {
  const Counter<> counter(engine, {.name = "counter"});
  const PvarHandle other = new_handle(session, 0);
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    PvarSession ending = new_session();
    const PvarSession named = ending;
    const PvarHandle handle = new_handle(ending, 0);
    Code code = Code::invalid;
    const bool more = stepper.run(
        step, [&] { code = engine.pvar_start(named, PvarHandle::all); },
        [&] { engine.pvar_session_free(&ending); });
    EXPECT_TRUE(code == Code::success || (more && code == Code::invalid_session));
    counter.inc();
    unsigned long long value = 0;
    EXPECT_EQ(engine.pvar_read(named, handle, &value),
              more ? Code::invalid_session : Code::success);
    EXPECT_EQ(read<unsigned long long>(session, other), 0U);
    if (!more) engine.pvar_session_free(&ending);
  });
  EXPECT_GT(steps, 10U);
}

// Half of the way that it would go if it were refused: not yet where it locks.
TEST_F(SteppingTest, ASessionIsNotMadeIfTheInterfaceGoesDownMeanwhile) {
  std::size_t half = 0;
  half = Stepper::at_steps(
             [&](std::size_t step) {
               stepper.run(
                   step, [&] { engine.pvar_session_create(nullptr); }, [] {});
             },
             1) /
         2;
  ASSERT_GT(half, 10U);
  for (std::size_t step = 1; step != half; ++step) {
    PvarSession made{};
    Code code = Code::invalid;
    EXPECT_TRUE(stepper.run(
        step, [&] { code = engine.pvar_session_create(&made); }, [&] { engine.finalize(); }));
    EXPECT_EQ(code, Code::not_initialized) << "interrupted at step " << step;
    EXPECT_EQ(made, PvarSession::null);
    int provided = 0;
    engine.init_thread(0, &provided);
  }
}

class SteppingCvarTest : public SteppingTest {
 protected:
  using Values = std::array<int, 4>;

  void SetUp() override {
    engine.add_cvar({.name = "values", .count = 4});
    int count = 0;
    ASSERT_EQ(engine.cvar_handle_alloc(0, nullptr, &handle, &count), Code::success);
  }

  // `run` gets the step and two values, of which the first was the second of the last time.
  template <class Run>
  void at_steps(Run run) {
    int number = 0;
    Stepper::at_steps([&](std::size_t step) {
      const Values before{number, number, number, number};
      ++number;
      run(step, before, Values{number, number, number, number});
    });
    EXPECT_GT(number, 10);
  }

  CvarHandle handle{};
};

TEST_F(SteppingCvarTest, AWriteIsSeenWholeOrNotAtAll) {
  at_steps([this](std::size_t step, const Values& before, const Values& after) {
    Values seen{};
    const bool more = stepper.run(
        step, [&] { engine.cvar_write(handle, after.data()); },
        [&] { engine.cvar_read(handle, seen.data()); });
    EXPECT_TRUE(!more || seen == before || seen == after) << "interrupted at step " << step;
  });
}

TEST_F(SteppingCvarTest, AReadSeesOneValueWhereverItIsInterruptedByAWrite) {
  at_steps([this](std::size_t step, const Values& before, const Values& after) {
    Values seen{};
    engine.cvar_write(handle, before.data());
    stepper.run(
        step, [&] { engine.cvar_read(handle, seen.data()); },
        [&] { engine.cvar_write(handle, after.data()); });
    EXPECT_TRUE(seen == before || seen == after) << "interrupted at step " << step;
  });
}

class SteppingEventTest : public EventTest {
 protected:
  Stepper stepper;
};

TEST_F(SteppingEventTest, TheEndOfARegistrationInSignalContextIsSuchAContextToo) {
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
  int deserted = 0;
  Stepper::at_steps([&](std::size_t step) {
    Tool tool;
    const EventRegistration registration = listen(tool, {CallbackSafety::async_signal_safe});
    for (std::size_t i = 0; i != EventQueue::capacity; ++i) event.post();
    seen.ends = 0;
    // A post that drops its event and is, perhaps, the last to let go of the registration.
    const bool more = stepper.run(
        step, [&] { event.post(); }, [&] { engine.event_handle_free(registration, on_free); });
    if (more && seen.ends == 0) {
      ++deserted;
      engine.deliver_events(CallbackSafety::async_signal_safe);
      EXPECT_EQ(seen.code, Code::not_accessible) << "interrupted at step " << step;
    } else {
      engine.deliver_events(CallbackSafety::async_signal_safe);
    }
    EXPECT_EQ(seen.ends, more ? 1 : 0) << "interrupted at step " << step;
    if (!more) free(registration);
  });
  EXPECT_GT(deserted, 0);
}

// A list that is added to is interrupted by another addition.
TEST_F(SteppingEventTest, EndedRegistrationsAreEachTakenOnce) {
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

// The place of a registration may be another's when a delivery gets to it: of another type, and
// another source.
TEST_F(SteppingEventTest, ARegistrationThatTookThePlaceOfAnotherGetsItsOwnEventsOnly) {
  const Event<> event(engine, unordered_spec(CallbackSafety::thread_safe));
  const Event<> other(engine, {.name = "other", .source = &ordered});
  int replaced = 0;
  Stepper::at_steps(
      [&](std::size_t step) {
        Tool first;
        Tool second;
        first.calls.reserve(1);  // what is interrupted allocates nothing
        const EventRegistration registration = listen(first, {CallbackSafety::thread_safe});
        report_losses(registration);
        std::vector<EventRegistration> heirs;
        const auto is_in_its_place = [&] {
          return slot_of(static_cast<Word>(heirs.back())) ==
                 slot_of(static_cast<Word>(registration));
        };
        // Until one of them is in the place of the first, if that is left.
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
        unordered.has_losses = true;  // so that each delivery looks for them
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

// What a callback causes is dropped; a registration that is freed meanwhile is ended by the next
// who delivers, though nothing else waits.
TEST_F(SteppingEventTest, ARegistrationLeftByADropInACallbackIsEndedWithNothingElseToDeliver) {
  const Event<> event(engine, spec());
  int deserted = 0;
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
    deserted += left;
    engine.deliver_events(CallbackSafety::none);
    EXPECT_EQ(victim.ends.size(), more ? 1U : 0U) << "interrupted at step " << step;
    if (!more) free(freed);
    free(keeper);
  });
  EXPECT_GT(deserted, 0);
}

// Within as many callbacks as may be under way, no other function of the tool is called.
TEST_F(SteppingEventTest, ARegistrationLeftByADropWaitsForRoomToBeEnded) {
  const Event<> event(engine, unordered_spec(CallbackSafety::thread_safe));
  int deserted = 0;
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
      deserted += left;
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
  EXPECT_GT(deserted, 0);
}

class SteppingLossTest : public EventTest {
 protected:
  SteppingLossTest() : EventTest({.loss_report = Behaviour::LossReport::before_registration}) {}
  Stepper stepper;
};

TEST_F(SteppingLossTest, ALossIsReportedOnceByWhoComesFirst) {
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
        event.raise();  // lost: the callback's level does not do
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
