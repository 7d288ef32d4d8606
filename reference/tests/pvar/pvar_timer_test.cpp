// SPDX-License-Identifier: BSD-3-Clause
// TIMER as a handle sees it.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

using SecondsTest = OneHandleTest<Timer<double>>;

TEST_F(SecondsTest, ShowsSeconds) {
  start(session, handle);
  instrument.inc(std::chrono::milliseconds(1500));
  EXPECT_EQ(value(), 1.5);
}

TEST_F(SecondsTest, ReadsBackWhatWasWritten) {
  EXPECT_EQ(write(session, handle, 0.123456789012), Code::success);
  EXPECT_EQ(value(), 0.123456789012);
}

using NanosecondsTest = OneHandleTest<Timer<unsigned long long>>;

TEST_F(NanosecondsTest, ShowsNanoseconds) {
  start(session, handle);
  instrument.inc(std::chrono::microseconds(2));
  EXPECT_EQ(value(), 2000U);
}

// Moments of the timers' clock.
using Moment = std::chrono::steady_clock::time_point;
Moment now() { return std::chrono::steady_clock::now(); }
std::uint64_t between(Moment from, Moment to) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(to - from).count());
}
void pass(std::uint64_t nanoseconds) {
  for (const Moment from = now(); between(from, now()) < nanoseconds;) {
  }
}

TEST_F(NanosecondsTest, TimesOneInterval) {
  start(session, handle);
  const Moment begin = now();
  Moment inner_begin;
  Moment inner_end;
  {
    const Timer<unsigned long long>::Stretch stretch(instrument);
    inner_begin = now();
    pass(1);
    inner_end = now();
  }
  const Moment end = now();
  // Independent of delays, the stretch is at least the inner time and at most the outer one.
  EXPECT_GT(between(inner_begin, inner_end), 0U);
  EXPECT_GE(value(), between(inner_begin, inner_end));
  EXPECT_LE(value(), between(begin, end));
}

constexpr std::uint64_t long_ago = 5'000'000;

TEST_F(NanosecondsTest, CountsARunningIntervalFromTheHandleStart) {
  instrument.start();
  pass(long_ago);
  const Moment before = now();
  start(session, handle);
  const Moment started = now();
  pass(1000);
  const Moment look = now();
  const auto first = value();
  EXPECT_GE(first, between(started, look));
  EXPECT_LE(first, between(before, now()));
  instrument.end();
  const Moment ended = now();
  EXPECT_GE(value(), first);
  EXPECT_LE(value(), between(before, ended));
}

TEST_F(NanosecondsTest, CountsARunningIntervalUntilTheHandleStop) {
  start(session, handle);
  instrument.start();
  const Moment began = now();
  pass(1000);
  const Moment before = now();
  stop(session, handle);
  const auto stopped = value();
  EXPECT_GE(stopped, between(began, before));
  pass(1000);
  EXPECT_EQ(value(), stopped);
  instrument.end();
  EXPECT_EQ(value(), stopped);
}

TEST_F(NanosecondsTest, OverlappingIntervalsCountInFull) {
  start(session, handle);
  const Moment began = now();
  instrument.start();
  instrument.start();
  const Moment both = now();
  pass(long_ago);
  const Moment look = now();
  EXPECT_GE(value(), 2 * between(both, look));
  instrument.end();
  instrument.end();
  EXPECT_LE(value(), 2 * between(began, now()));
  const auto rest = value();
  EXPECT_EQ(value(), rest);
}

TEST_F(NanosecondsTest, NeverDecreasesWhileThreadsStartAndEnd) {
  start(session, handle);
  std::atomic<int> busy{2};
  std::vector<std::thread> threads;
  for (int t = 0; t != 2; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i != 100'000; ++i)
        const Timer<unsigned long long>::Stretch stretch(instrument);
      --busy;
    });
  }
  for (std::uint64_t last = 0; busy != 0;) {
    const std::uint64_t present = value();
    if (present < last) {
      ADD_FAILURE() << present << " after " << last;
      break;
    }
    last = present;
  }
  for (auto& thread : threads) thread.join();
}

TEST(TimeWord, RoundTripsLargeTimes) {
  constexpr std::int64_t hour = 3'600'000'000'000;
  // Ten hours of a stretch, three years after the machine was booted.
  constexpr std::int64_t then = hour * 24 * 365 * 3;
  const std::uint64_t began =
      TimeWord::nanoseconds(5) - TimeWord::nanoseconds(then) + TimeWord::one_running;
  EXPECT_EQ(TimeWord::at(began, then + 10 * hour), 10 * hour + 5);
  const std::uint64_t ended =
      began + TimeWord::nanoseconds(then + 10 * hour) - TimeWord::one_running;
  EXPECT_EQ(TimeWord::at(ended, 0), 10 * hour + 5);
  // A stretch that ended on another thread than it began on.
  const std::uint64_t foreign = TimeWord::nanoseconds(then) - TimeWord::one_running;
  EXPECT_EQ(TimeWord::at(foreign, then + 1), -1);
}

// A reader that sees an ending stretch decides when it ended.
TEST(TimeWord, ReaderCompletesAPendingEnd) {
  std::atomic<std::uint64_t> word{0};
  TimeWord time(word);
  time.begin();
  pass(1000);
  word += TimeWord::one_ending;
  const std::int64_t seen = time.read();
  EXPECT_GE(seen, 1000);
  EXPECT_EQ(time.read(), seen);
}

}  // namespace
}  // namespace mpit
