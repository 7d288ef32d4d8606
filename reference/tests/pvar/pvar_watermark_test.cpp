// SPDX-License-Identifier: BSD-3-Clause
// HIGHWATERMARK and LOWWATERMARK as a handle sees them, over many epochs.
#include <vector>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

using HighTest = OneHandleTest<HighWatermark<unsigned>>;

TEST_F(HighTest, StartsAtTheCurrentLevel) {
  instrument.update(9);
  instrument.update(4);
  start(session, handle);
  EXPECT_EQ(value(), 4U);
}

TEST_F(HighTest, KeepsTheHighest) {
  start(session, handle);
  for (const unsigned level : {3U, 8U, 5U}) instrument.update(level);
  EXPECT_EQ(value(), 8U);
}

TEST_F(HighTest, ResetSetsTheCurrentLevel) {
  start(session, handle);
  instrument.update(8);
  instrument.update(2);
  reset(session, handle);
  EXPECT_EQ(value(), 2U);
  instrument.update(5);
  EXPECT_EQ(value(), 5U);
}

TEST_F(HighTest, StopFreezesTheMark) {
  start(session, handle);
  instrument.update(8);
  stop(session, handle);
  instrument.update(20);
  EXPECT_EQ(value(), 8U);
}

TEST_F(HighTest, RestartKeepsTheMark) {
  start(session, handle);
  instrument.update(8);
  stop(session, handle);
  instrument.update(20);
  instrument.update(3);
  start(session, handle);
  EXPECT_EQ(value(), 8U);
  instrument.update(9);
  EXPECT_EQ(value(), 9U);
}

TEST_F(HighTest, RestartSeesTheCurrentLevel) {
  start(session, handle);
  instrument.update(8);
  stop(session, handle);
  instrument.update(20);
  start(session, handle);
  EXPECT_EQ(value(), 20U);
}

TEST_F(HighTest, ResetOfAStoppedHandleSetsTheCurrentLevel) {
  start(session, handle);
  instrument.update(8);
  stop(session, handle);
  instrument.update(3);
  reset(session, handle);
  EXPECT_EQ(value(), 3U);
  instrument.update(7);
  EXPECT_EQ(value(), 3U);
}

TEST_F(HighTest, ReadResetReturnsTheMark) {
  start(session, handle);
  instrument.update(8);
  instrument.update(3);
  EXPECT_EQ(read_reset<unsigned>(session, handle), 8U);
  EXPECT_EQ(value(), 3U);
}

TEST_F(HighTest, WriteSetsTheMark) {
  start(session, handle);
  instrument.update(8);
  EXPECT_EQ(write(session, handle, 2U), Code::success);
  EXPECT_EQ(value(), 2U);
  instrument.update(4);
  EXPECT_EQ(value(), 4U);
}

TEST_F(HighTest, HandlesSeeTheMaximumSinceTheirOwnReset) {
  const PvarHandle other = new_handle<HighWatermark<unsigned>>(session, "v");
  start(session, handle);
  start(session, other);
  instrument.update(50);
  instrument.update(1);
  for (int i = 0; i != 500; ++i) {  // many epochs, several rounds of the ring
    instrument.update(10);
    instrument.update(1);
    reset(session, other);
    EXPECT_EQ(read<unsigned>(session, other), 1U);
    EXPECT_EQ(value(), 50U);
  }
}

TEST_F(HighTest, OldHandlesSeeEveryEpoch) {
  const PvarHandle other = new_handle<HighWatermark<unsigned>>(session, "v");
  start(session, handle);
  start(session, other);
  for (unsigned round = 1; round != 300; ++round) {
    instrument.update(round);
    instrument.update(0);
    reset(session, other);
    EXPECT_EQ(value(), round);
  }
}

TEST_F(HighTest, EachOfManyHandlesHasItsOwnStart) {
  std::vector<PvarHandle> handles;
  for (unsigned level = 200; level != 0; --level) {
    instrument.update(level);
    handles.push_back(new_handle<HighWatermark<unsigned>>(session, "v"));
    start(session, handles.back());
  }
  unsigned expected = 200;
  for (const PvarHandle each : handles) EXPECT_EQ(read<unsigned>(session, each), expected--);
}

using LowTest = OneHandleTest<LowWatermark<unsigned>>;

TEST_F(LowTest, KeepsTheLowest) {
  instrument.update(10);
  start(session, handle);
  EXPECT_EQ(value(), 10U);
  for (const unsigned level : {13U, 4U, 8U}) instrument.update(level);
  EXPECT_EQ(value(), 4U);
  reset(session, handle);
  EXPECT_EQ(value(), 8U);
}

using DoubleHighTest = OneHandleTest<HighWatermark<double>>;

TEST_F(DoubleHighTest, ComparesDoubles) {
  start(session, handle);
  for (const double level : {0.5, 1e10, 2.0}) instrument.update(level);
  EXPECT_EQ(value(), 1e10);
}

TEST_F(DoubleHighTest, NeverFallsBelowZero) {
  start(session, handle);
  instrument.update(-3.0);
  EXPECT_EQ(value(), 0.0);
}

}  // namespace
}  // namespace mpit
