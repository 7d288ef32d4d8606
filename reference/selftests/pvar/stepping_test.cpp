// SPDX-License-Identifier: BSD-3-Clause
// Updates and access, interrupted at every single instruction.
#include "reference/selftests/pvar/stepping.hpp"

#include <array>
#include <optional>
#include <string>

#include "reference/selftests/event/event_fixture.hpp"

#if MPIT_STEPPING

namespace mpit {
namespace {

class SteppingTest : public EngineTest {
 protected:
  Stepper stepper;
  PvarSession session = new_session();
};

TEST_F(SteppingTest, AnUpdateThatTakesAgesStillRaisesTheMark) {
  HighWatermark<unsigned> mark(engine, {.name = "mark"});
  const PvarHandle watching = new_handle(session, 0);
  const PvarHandle resetting = new_handle(session, 0);
  start(session, watching);
  start(session, resetting);
  unsigned top = 100;
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    mark.update(1);
    reset(session, watching);
    ++top;
    // Enough epochs that the watching handle is brought up to date, too few to go round the ring.
    const auto pass_time = [&] {
      for (int i = 0; i != 20; ++i) {
        mark.update(2);
        mark.update(1);
        engine.pvar_reset(session, resetting);
      }
    };
    stepper.run(
        step, [&] { mark.update(top); }, pass_time);
    EXPECT_EQ(read<unsigned>(session, watching), top) << "interrupted at step " << step;
    mark.update(1);
    reset(session, watching);
    EXPECT_EQ(read<unsigned>(session, watching), 1U) << "interrupted at step " << step;
  });
  EXPECT_GT(steps, 10U);
}

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
    Engine fresh;  // whose words this thread never used
    const Counter<> counter(fresh, {.name = "counter"});
    const auto add = [&] { counter.inc(); };
    const bool more = stepper.run(step, add, add);
    EXPECT_EQ(fresh.thread_words()->sum(0), 1U + more) << "interrupted at step " << step;
  });
  EXPECT_GT(steps, 10U);
}

TEST_F(SteppingTest, AWriteToACvarIsSeenWholeOrNotAtAll) {
  using Values = std::array<int, 4>;
  engine.add_cvar({.name = "values", .count = 4});
  CvarHandle handle{};
  int count = 0;
  ASSERT_EQ(engine.cvar_handle_alloc(0, nullptr, &handle, &count), Code::success);
  int number = 0;
  Stepper::at_steps([&](std::size_t step) {
    const Values before{number, number, number, number};
    ++number;
    const Values after{number, number, number, number};
    Values seen{};
    const bool more = stepper.run(
        step, [&] { engine.cvar_write(handle, after.data()); },
        [&] { engine.cvar_read(handle, seen.data()); });
    EXPECT_TRUE(!more || seen == before || seen == after) << "interrupted at step " << step;
  });
  EXPECT_GT(number, 10);
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

}  // namespace
}  // namespace mpit

#endif
