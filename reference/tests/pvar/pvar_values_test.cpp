// SPDX-License-Identifier: BSD-3-Clause
// Values that the classes allow, and storages of each kind. The naive model checks what handles
// show.
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "reference/engine/core/cell.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

using DoubleAggregateTest = OneHandleTest<Aggregate<double>>;

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

using LevelTest = OneHandleTest<Level<unsigned>>;

TEST_F(LevelTest, FollowsTheResourceWhileStarted) {
  start(session, handle);
  instrument.set(9);
  EXPECT_EQ(value(), 9U);
  instrument.dec(4);
  EXPECT_EQ(value(), 5U);
  instrument.inc(2);
  EXPECT_EQ(value(), 7U);
}

class StateTest : public EngineTest {};

TEST_F(StateTest, AcceptsOnlyStatesOfItsEnumeration) {
  const EnumType phases = engine.add_enum({"phases", {{"idle", -2}, {"busy", 5}}});
  State state(engine, {.name = "phase", .enumtype = phases}, -2);
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle<State>(session, "phase");
  EXPECT_EQ(read<int>(session, handle), -2);
  EXPECT_EQ(write(session, handle, 1), Code::invalid);
  EXPECT_EQ(write(session, handle, 5), Code::success);
  EXPECT_EQ(read<int>(session, handle), 5);
}

using PercentageTest = OneHandleTest<Percentage>;

TEST_F(PercentageTest, StaysBetweenZeroAndOne) {
  start(session, handle);
  instrument.set(0.75);
  EXPECT_EQ(value(), 0.75);
  stop(session, handle);
  EXPECT_EQ(write(session, handle, 1.5), Code::invalid);
  EXPECT_EQ(write(session, handle, 1.0), Code::success);
}

class GenericTest : public EngineTest {};

TEST_F(GenericTest, MayBeAComputedString) {
  static constexpr char text[] = "abc";
  engine.add_pvar({.name = "v",
                   .var_class = PvarClass::generic,
                   .datatype = Datatype::char_,
                   .continuous = true,
                   .storage = std::make_shared<ComputedStorage>(Datatype::char_, 4, [](int i) {
                     return static_cast<std::uint64_t>(text[i]);
                   })});
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 0);
  char buffer[8] = "#######";
  EXPECT_EQ(engine.pvar_read(session, handle, buffer), Code::success);
  EXPECT_STREQ(buffer, "abc");
  EXPECT_EQ(buffer[4], '#');
}

TEST_F(GenericTest, MayBeNegative) {
  Generic<int> generic(engine, {.name = "v", .continuous = true}, -5);
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle<Generic<int>>(session, "v");
  EXPECT_EQ(read<int>(session, handle), -5);
  generic.dec(3);
  EXPECT_EQ(read<int>(session, handle), -8);
}

// A value of each type in memory of the component: a handle reads and writes it unchanged.
template <class T>
void read_and_write(Engine& engine, PvarSession session, Datatype datatype, T value) {
  const int index =
      engine.add_pvar({.name = "v" + std::to_string(static_cast<long>(datatype)),
                       .var_class = PvarClass::generic,
                       .datatype = datatype,
                       .storage = std::make_shared<MemoryStorage>(datatype, 1, &value)});
  PvarHandle handle{};
  int count = 0;
  ASSERT_EQ(engine.pvar_handle_alloc(session, index, nullptr, &handle, &count), Code::success);
  std::array<T, 2> seen{1, 1};
  EXPECT_EQ(engine.pvar_read(session, handle, seen.data()), Code::success);
  EXPECT_EQ(seen, (std::array<T, 2>{value, 1}));
  const T written = static_cast<T>(value / 2);
  EXPECT_EQ(engine.pvar_write(session, handle, &written), Code::success);
  EXPECT_EQ(engine.pvar_read(session, handle, seen.data()), Code::success);
  EXPECT_EQ(seen, (std::array<T, 2>{written, 1}));
}

TEST_F(GenericTest, MayBeOfEachType) {
  const PvarSession session = new_session();
  read_and_write<signed char>(engine, session, Datatype::char_, -100);
  read_and_write<int>(engine, session, Datatype::int_, -100'000);
  read_and_write<std::int32_t>(engine, session, Datatype::int32, -100'000);
  read_and_write<std::uint32_t>(engine, session, Datatype::uint32, 4'000'000'000U);
  read_and_write<std::int64_t>(engine, session, Datatype::int64, -(1LL << 40));
  read_and_write<std::uint64_t>(engine, session, Datatype::uint64, ~0ULL - 1);
  read_and_write<std::int64_t>(engine, session, Datatype::count, -(1LL << 50));
}

class MarksOfALevelTest : public EngineTest {};

TEST_F(MarksOfALevelTest, EachElementHasItsOwnMarks) {
  Level<unsigned> levels(engine, {.name = "levels"}, 4U, 3);
  HighWatermark<unsigned> marks(engine, {.name = "marks"}, levels);
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 1);
  start(session, handle);
  for (int element = 0; element != 3; ++element) {
    const auto level = 5U + static_cast<unsigned>(element);
    levels.set(level, element);
    marks.notice(level, element);
    levels.set(1, element);
  }
  std::array<unsigned, 4> seen{99, 99, 99, 99};
  EXPECT_EQ(engine.pvar_read(session, handle, seen.data()), Code::success);
  EXPECT_EQ(seen, (std::array{5U, 6U, 7U, 99U}));
  levels.set(2, 2);
  reset(session, handle);
  EXPECT_EQ(engine.pvar_read(session, handle, seen.data()), Code::success);
  EXPECT_EQ(seen, (std::array{1U, 1U, 2U, 99U}));
}

class ShareArrayTest : public EngineTest {};

TEST_F(ShareArrayTest, WriteWithOneInvalidValueChangesNothing) {
  const Percentage shares(engine, {.name = "v"}, 0.25, 3);
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 0);
  using Values = std::array<double, 3>;
  Values seen{};
  for (const Values& written : {Values{1.5, 0.5, 0.5}, Values{0.5, 0.5, -0.5}}) {
    EXPECT_EQ(engine.pvar_write(session, handle, written.data()), Code::invalid);
    EXPECT_EQ(engine.pvar_read(session, handle, seen.data()), Code::success);
    EXPECT_EQ(seen, (Values{0.25, 0.25, 0.25}));
  }
}

}  // namespace
}  // namespace mpit
