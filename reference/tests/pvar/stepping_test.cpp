// SPDX-License-Identifier: BSD-3-Clause
// Updates and accesses, interrupted at each instruction.
#include "reference/tests/pvar/stepping.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <type_traits>

#include "reference/tests/fixture.hpp"

#if MPIT_STEPPING

namespace mpit {
namespace {

class SteppingTest : public EngineTest {
 protected:
  explicit SteppingTest(const Behaviour& behaviour = {}) : EngineTest(behaviour) {}

  Stepper stepper;
  PvarSession session = new_session();
};

/// The interrupted call: an update, or one of the six functions that access a handle.
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

  /// Calls all six functions on a handle that the interrupted code may be using.
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

TEST_P(SteppingAccessTest, InterruptedCallsLoseNothing) {
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

TEST_F(SteppingTest, FirstAddOfAThreadIsReentrant) {
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    const Counter<> counter(engine, {.name = "counter" + std::to_string(step)});
    const auto add = [&] { counter.inc(); };
    bool more = false;
    std::thread([&] { more = stepper.run(step, add, add); }).join();
    EXPECT_EQ(counter.get(), 1U + more) << "interrupted at step " << step;
  });
  EXPECT_GT(steps, 10U);
}

TEST_F(SteppingTest, AddOfADoubleIsReentrant) {
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

// The elements 0 and 1 of a handle of a level or a mark are never confused, even if the handle is
// stopped, written and perhaps restarted during a call.
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

  // Leaves the handle running if `runs`, otherwise stopped.
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
            // Both elements follow the handle.
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

TYPED_TEST(SteppingStoredTest, StartAffectsBothElementsAtOnce) {
  this->interrupt_each_step(
      [this](auto&) { this->engine.pvar_start(this->session, this->handle); });
}

TYPED_TEST(SteppingStoredTest, StopAffectsBothElementsAtOnce) {
  this->interrupt_each_step([this](auto&) { this->engine.pvar_stop(this->session, this->handle); });
}

TYPED_TEST(SteppingStoredTest, ReadSeesOneConsistentValue) {
  this->interrupt_each_step([this](auto& values) {
    EXPECT_EQ(this->engine.pvar_read(this->session, this->handle, values.data()), Code::success);
  });
}

TYPED_TEST(SteppingStoredTest, WriteIsAtomicOrRefused) {
  this->interrupt_each_step([this](auto& values) {
    const Code code = this->engine.pvar_write(this->session, this->handle, values.data());
    EXPECT_TRUE(code == Code::success || code == Code::pvar_no_write);
  });
}

TYPED_TEST(SteppingStoredTest, ReadResetReturnsOneConsistentValue) {
  this->interrupt_each_step([this](auto& values) {
    EXPECT_EQ(this->engine.pvar_readreset(this->session, this->handle, values.data()),
              Code::success);
  });
}

// With LiveHandles::kept: handles of a freed session stay allocated and are unusable.
class SteppingKeptTest : public SteppingTest {
 protected:
  SteppingKeptTest() : SteppingTest({.session_free = Behaviour::LiveHandles::kept}) {}
};

TEST_F(SteppingKeptTest, StartOfAllHandlesSkipsFreedSessions) {
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

TEST_F(SteppingCvarTest, WriteIsAtomic) {
  at_steps([this](std::size_t step, const Values& before, const Values& after) {
    Values seen{};
    const bool more = stepper.run(
        step, [&] { engine.cvar_write(handle, after.data()); },
        [&] { engine.cvar_read(handle, seen.data()); });
    EXPECT_TRUE(!more || seen == before || seen == after) << "interrupted at step " << step;
  });
}

TEST_F(SteppingCvarTest, ReadInterruptedByAWriteSeesOneValue) {
  at_steps([this](std::size_t step, const Values& before, const Values& after) {
    Values seen{};
    engine.cvar_write(handle, before.data());
    stepper.run(
        step, [&] { engine.cvar_read(handle, seen.data()); },
        [&] { engine.cvar_write(handle, after.data()); });
    EXPECT_TRUE(seen == before || seen == after) << "interrupted at step " << step;
  });
}

}  // namespace
}  // namespace mpit

#endif
