// SPDX-License-Identifier: BSD-3-Clause
// Pairs of words with threads and signal handlers: no load sees half of a change, and no change is
// lost.
#include "reference/engine/core/pair.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>

#include "reference/support/run_concurrently.hpp"
#include "reference/support/signal_timers.hpp"

namespace mpit {
namespace {

constexpr std::uint64_t value_for(std::uint64_t tag) { return tag * 0x9e3779b97f4a7c15; }

// The number of inconsistent loads. The tag counts changes, and value_for computes the value from
// it.
std::atomic<int> torn{0};

void change(Pair& pair) {
  for (;;) {
    const PairValue old = pair.load();
    if (old.value != value_for(old.tag)) ++torn;
    if (pair.replace(old, {old.tag + 1, value_for(old.tag + 1)})) return;
  }
}

TEST(PairTest, ReplacesOnlyTheExpectedValue) {
  Pair pair;
  pair.initialize({1, 10});
  EXPECT_FALSE(pair.replace({1, 11}, {2, 20}));
  EXPECT_FALSE(pair.replace({2, 10}, {2, 20}));
  EXPECT_EQ(pair.load(), (PairValue{1, 10}));
  EXPECT_TRUE(pair.replace({1, 10}, {1, 20}));
  EXPECT_TRUE(pair.replace({1, 20}, {2, 20}));
  EXPECT_EQ(pair.load(), (PairValue{2, 20}));
  EXPECT_EQ(pair.tag(), 2U);
}

TEST(PairTest, ConcurrentChangesAreAtomicAndNoneIsLost) {
  constexpr int threads = 4;
  constexpr int changes = 50'000;
  torn = 0;
  Pair pair;
  run_concurrently(threads, [&](int) {
    for (int i = 0; i != changes; ++i) change(pair);
  });
  EXPECT_EQ(pair.load(), (PairValue{threads * changes, value_for(threads * changes)}));
  EXPECT_EQ(torn, 0);
}

Pair interrupted;
std::atomic<std::uint64_t> handled{0};

TEST(PairTest, HandlersMayChangeAnInterruptedPair) {
  torn = 0;
  handled = 0;
  interrupted.initialize({});
  std::uint64_t changes = 0;
  handle_signal(SIGUSR1, [](int) {
    change(interrupted);
    ++handled;
  });
  {
    const SignalTimers timer(SIGUSR1, 10'000);
    for (; handled < 2000; ++changes) change(interrupted);
  }
  signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(interrupted.tag(), changes + handled);
  EXPECT_EQ(torn, 0);
}

}  // namespace
}  // namespace mpit
