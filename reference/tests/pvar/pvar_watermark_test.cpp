// SPDX-License-Identifier: BSD-3-Clause
// HIGHWATERMARK over many epochs. The naive model checks single handles.
#include <vector>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

using HighTest = OneHandleTest<HighWatermark<unsigned>>;

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

using DoubleHighTest = OneHandleTest<HighWatermark<double>>;

TEST_F(DoubleHighTest, NeverFallsBelowZero) {
  start(session, handle);
  instrument.update(-3.0);
  EXPECT_EQ(value(), 0.0);
}

}  // namespace
}  // namespace mpit
