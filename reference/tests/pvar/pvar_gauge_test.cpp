// SPDX-License-Identifier: BSD-3-Clause
// STATE, LEVEL, SIZE, PERCENTAGE and GENERIC as a handle sees them.
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

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

TEST_F(LevelTest, StopFreezesTheValue) {
  start(session, handle);
  instrument.set(9);
  stop(session, handle);
  instrument.set(2);
  EXPECT_EQ(value(), 9U);
  start(session, handle);
  EXPECT_EQ(value(), 2U);
}

TEST_F(LevelTest, NeverStartedHandleShowsTheValueAtAllocation) {
  instrument.set(9);
  EXPECT_EQ(value(), 0U);
}

TEST_F(LevelTest, ResetSetsTheCurrentLevel) {
  start(session, handle);
  instrument.set(9);
  reset(session, handle);
  EXPECT_EQ(value(), 9U);
  stop(session, handle);
  instrument.set(4);
  reset(session, handle);
  EXPECT_EQ(value(), 4U);
}

TEST_F(LevelTest, WritesAffectOnlyStoppedHandles) {
  EXPECT_EQ(write(session, handle, 33U), Code::success);
  EXPECT_EQ(value(), 33U);
  start(session, handle);
  EXPECT_EQ(write(session, handle, 44U), Code::pvar_no_write);
  EXPECT_EQ(value(), 0U);
}

TEST_F(LevelTest, ReadResetOfAStoppedHandleSetsTheCurrentLevel) {
  EXPECT_EQ(write(session, handle, 33U), Code::success);
  instrument.set(6);
  EXPECT_EQ(read_reset<unsigned>(session, handle), 33U);
  EXPECT_EQ(value(), 6U);
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

class ContinuousTest : public EngineTest {};

TEST_F(ContinuousTest, RunsFromAllocation) {
  Level<> level(engine, {.name = "l", .continuous = true}, 4U);
  const Counter<> counter(engine, {.name = "c", .continuous = true});
  const PvarSession session = new_session();
  counter.inc(2);
  const PvarHandle l = new_handle<Level<>>(session, "l");
  const PvarHandle c = new_handle<Counter<>>(session, "c");
  EXPECT_EQ(read<unsigned long long>(session, l), 4U);
  EXPECT_EQ(read<unsigned long long>(session, c), 0U);
  level.set(6);
  counter.inc(3);
  EXPECT_EQ(read<unsigned long long>(session, l), 6U);
  EXPECT_EQ(read<unsigned long long>(session, c), 3U);
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

}  // namespace
}  // namespace mpit
