// SPDX-License-Identifier: BSD-3-Clause
// COUNTER and AGGREGATE as a handle sees them.
#include <limits>

#include "reference/engine/core/cell.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

using CounterTest = OneHandleTest<Counter<>>;

TEST_F(CounterTest, IgnoresAddsBeforeStart) {
  instrument.inc(7);
  EXPECT_EQ(value(), 0U);
  start(session, handle);
  EXPECT_EQ(value(), 0U);
}

TEST_F(CounterTest, CountsWhileStarted) {
  start(session, handle);
  instrument.inc();
  instrument.inc(4);
  EXPECT_EQ(value(), 5U);
}

TEST_F(CounterTest, StopFreezesTheValue) {
  start(session, handle);
  instrument.inc(3);
  stop(session, handle);
  instrument.inc(5);
  EXPECT_EQ(value(), 3U);
}

TEST_F(CounterTest, RestartContinues) {
  start(session, handle);
  instrument.inc(3);
  stop(session, handle);
  instrument.inc(5);
  start(session, handle);
  instrument.inc(2);
  EXPECT_EQ(value(), 5U);
}

TEST_F(CounterTest, ResetSetsZeroAndDoesNotStop) {
  start(session, handle);
  instrument.inc(3);
  reset(session, handle);
  EXPECT_EQ(value(), 0U);
  instrument.inc(2);
  EXPECT_EQ(value(), 2U);
}

TEST_F(CounterTest, ResetOfAStoppedHandleKeepsItStopped) {
  start(session, handle);
  instrument.inc(3);
  stop(session, handle);
  reset(session, handle);
  instrument.inc(3);
  EXPECT_EQ(value(), 0U);
}

TEST_F(CounterTest, ReadResetReturnsAndClears) {
  start(session, handle);
  instrument.inc(3);
  EXPECT_EQ(read_reset<unsigned long long>(session, handle), 3U);
  EXPECT_EQ(value(), 0U);
  instrument.inc(2);
  EXPECT_EQ(read_reset<unsigned long long>(session, handle), 2U);
  stop(session, handle);
  EXPECT_EQ(read_reset<unsigned long long>(session, handle), 0U);
}

TEST_F(CounterTest, WriteSetsTheValueOfStartedAndStoppedHandles) {
  EXPECT_EQ(write(session, handle, 100ULL), Code::success);
  EXPECT_EQ(value(), 100U);
  start(session, handle);
  instrument.inc(5);
  EXPECT_EQ(value(), 105U);
  EXPECT_EQ(write(session, handle, 7ULL), Code::success);
  instrument.inc();
  EXPECT_EQ(value(), 8U);
}

TEST_F(CounterTest, SessionsDoNotDisturbEachOther) {
  const PvarSession other = new_session();
  const PvarHandle theirs = new_handle<Counter<>>(other, "v");
  start(session, handle);
  start(other, theirs);
  instrument.inc(4);
  reset(session, handle);
  EXPECT_EQ(write(session, handle, 50ULL), Code::success);
  stop(session, handle);
  instrument.inc(1);
  EXPECT_EQ(read<unsigned long long>(other, theirs), 5U);
}

TEST_F(CounterTest, WrapsAtTheRangeOfItsType) {
  start(session, handle);
  EXPECT_EQ(write(session, handle, ~0ULL), Code::success);
  instrument.inc(3);
  EXPECT_EQ(value(), 2U);
}

using NarrowCounterTest = OneHandleTest<Counter<unsigned>>;

TEST_F(NarrowCounterTest, WrapsAtTheRangeOfItsType) {
  start(session, handle);
  EXPECT_EQ(write(session, handle, ~0U), Code::success);
  instrument.inc(3);
  EXPECT_EQ(value(), 2U);
}

using DoubleAggregateTest = OneHandleTest<Aggregate<double>>;

TEST_F(DoubleAggregateTest, SumsWhileStarted) {
  instrument.inc(1.25);
  start(session, handle);
  instrument.inc(2.5);
  instrument.inc(0.5);
  EXPECT_EQ(value(), 3.0);
  EXPECT_EQ(read_reset<double>(session, handle), 3.0);
  instrument.inc(0.25);
  stop(session, handle);
  EXPECT_EQ(value(), 0.25);
}

TEST_F(DoubleAggregateTest, RefusesValuesOutsideTheClass) {
  EXPECT_EQ(write(session, handle, -1.0), Code::invalid);
  EXPECT_EQ(write(session, handle, std::numeric_limits<double>::quiet_NaN()), Code::invalid);
  EXPECT_EQ(write(session, handle, 4.5), Code::success);
  EXPECT_EQ(value(), 4.5);
}

class OtherStorageTest : public EngineTest {};

TEST_F(OtherStorageTest, CounterMayBeInComponentMemory) {
  unsigned events = 10;
  engine.add_pvar({.name = "v",
                   .datatype = Datatype::unsigned_,
                   .storage = std::make_shared<MemoryStorage>(Datatype::unsigned_, 1, &events)});
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 0);
  start(session, handle);
  events += 4;
  EXPECT_EQ(read<unsigned>(session, handle), 4U);
}

TEST_F(OtherStorageTest, CounterMayBeComputed) {
  std::uint64_t events = 3;
  engine.add_pvar({.name = "v",
                   .storage = std::make_shared<ComputedStorage>(Datatype::unsigned_long_long, 1,
                                                                [&](int) { return events * 2; })});
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 0);
  start(session, handle);
  events = 5;
  EXPECT_EQ(read_reset<unsigned long long>(session, handle), 4U);
  EXPECT_EQ(read<unsigned long long>(session, handle), 0U);
}

TEST(Runs, WrapAround) {
  constexpr mpit::Run highest = ~mpit::Run{0};
  for (const mpit::Run run : {mpit::Run{0}, mpit::Run{1}, highest / 2, highest - 1, highest}) {
    const mpit::Run next = next_run(run);
    EXPECT_NE(running(next), running(run));
    EXPECT_FALSE(never_started(next));
    EXPECT_TRUE(reached(next, run));
    EXPECT_FALSE(reached(run, next));
  }
}

}  // namespace
}  // namespace mpit
