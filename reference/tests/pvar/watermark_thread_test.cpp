// SPDX-License-Identifier: BSD-3-Clause
// Watermarks miss no extreme while other threads open epochs.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

constexpr unsigned top = 200'000;

class WatermarkThreadTest : public OneHandleTest<HighWatermark<unsigned>> {
 protected:
  WatermarkThreadTest() { start(session, handle); }

  // Levels that rise to `top` on the whole but fall in between, so that resets open epochs.
  void rise() {
    updater = std::thread([this] {
      for (unsigned i = 1; i <= top; ++i) {
        instrument.update(i);
        if (i % 4 == 0) instrument.update(i / 2);
      }
      instrument.update(0);
      done = true;
    });
  }

  std::thread updater;
  std::atomic<bool> done{false};
};

TEST_F(WatermarkThreadTest, HandleSeesTheMaximumDespiteOtherHandles) {
  const PvarHandle other = new_handle(session, 0);
  start(session, other);
  rise();
  unsigned last = 0;
  while (!done) {
    reset(session, other);
    const unsigned now = value();
    ASSERT_GE(now, last);
    last = now;
  }
  updater.join();
  EXPECT_EQ(value(), top);
  reset(session, other);
  EXPECT_EQ(read<unsigned>(session, other), 0U);
}

TEST_F(WatermarkThreadTest, ReadResetsMissNoMaximum) {
  rise();
  unsigned highest = 0;
  while (!done) highest = std::max(highest, read_reset<unsigned>(session, handle));
  updater.join();
  highest = std::max(highest, read_reset<unsigned>(session, handle));
  EXPECT_EQ(highest, top);
  EXPECT_EQ(value(), 0U);
}

TEST_F(WatermarkThreadTest, StartedHandlesSeeEveryLaterUpdate) {
  std::atomic<bool> finished{false};
  std::thread disturber([&] {
    const PvarSession other = new_session();
    const PvarHandle theirs = new_handle(other, 0);
    start(other, theirs);
    while (!finished) reset(other, theirs);
  });
  const PvarHandle mine = new_handle(session, 0);
  for (unsigned i = 1; i != 20'000; ++i) {
    instrument.update(1'000'000);
    instrument.update(5);
    start(session, mine);
    reset(session, mine);
    instrument.update(i + 5);
    instrument.update(5);
    ASSERT_EQ(read<unsigned>(session, mine), i + 5);
    stop(session, mine);
  }
  finished = true;
  disturber.join();
}

TEST_F(WatermarkThreadTest, HandlesAreAllocatedAndFreedDuringEpochs) {
  std::atomic<bool> finished{false};
  std::thread disturber([&] {
    for (unsigned i = 0; !finished; ++i) {
      instrument.update(100 + i % 7);
      instrument.update(1);
      reset(session, handle);
    }
  });
  const PvarSession other = new_session();
  for (int i = 0; i != 5000; ++i) {
    PvarHandle made = new_handle(other, 0);
    start(other, made);
    const auto seen = read<unsigned>(other, made);
    ASSERT_LE(seen, 106U);
    ASSERT_EQ(engine.pvar_handle_free(other, &made), Code::success);
  }
  finished = true;
  disturber.join();
}

TEST_F(WatermarkThreadTest, TwoUpdatersReachTheHigherMaximum) {
  rise();
  const PvarHandle other = new_handle(session, 0);
  start(session, other);
  for (unsigned i = 0; i <= top; i += 2) {
    instrument.update(top + i);
    if (i % 64 == 0) reset(session, other);
  }
  updater.join();
  EXPECT_EQ(value(), 2 * top);
}

}  // namespace
}  // namespace mpit
