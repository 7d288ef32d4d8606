// SPDX-License-Identifier: BSD-3-Clause
// Per-thread words: sums survive their threads.
#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <thread>

#include "reference/engine/core/thread_words.hpp"
#include "reference/support/run_concurrently.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

TEST(ThreadWordsTest, AddsUpAllThreads) {
  ThreadWords words;
  const std::uint32_t word = words.reserve(1);
  run_concurrently(4, [&](int) {
    for (int i = 0; i != 1000; ++i) words.adder(word).add(std::uint64_t{1});
  });
  EXPECT_EQ(words.sum(word), 4000U);
}

TEST(ThreadWordsTest, SumsOutliveManyShortThreads) {
  ThreadWords words;
  const std::uint32_t word = words.reserve(1);
  for (int t = 0; t != 200; ++t) {
    std::thread([&] { words.adder(word).add(std::uint64_t{3}); }).join();
  }
  EXPECT_EQ(words.sum(word), 600U);
}

TEST(ThreadWordsTest, ThreadMayOutliveThePool) {
  std::thread thread;
  std::atomic<int> step{0};
  {
    ThreadWords words;
    const std::uint32_t word = words.reserve(1);
    thread = std::thread([&step, adder = words.adder(word)] {
      adder.add(std::uint64_t{1});
      step = 1;
      step.notify_all();
      step.wait(1);
    });
    step.wait(0);
    EXPECT_EQ(words.sum(word), 1U);
  }
  step = 2;
  step.notify_all();
  thread.join();
}

[[noreturn]] void exit_before_the_first_add_of_a_thread() {
  static std::atomic<int> step{0};
  static pthread_key_t of_another{};
  // Registered before the destructors of the engine are, so that it runs after them.
  std::atexit([] {
    pthread_key_create(&of_another, nullptr);
    step = 1;
    step.notify_all();
    step.wait(1);
    if (step != 2) ::_exit(EXIT_FAILURE);
  });
  auto& words = *new ThreadWords;
  std::thread([adder = words.adder(words.reserve(1))] {
    step.wait(0);
    adder.add(std::uint64_t{1});
    step = pthread_getspecific(of_another) == nullptr ? 2 : 3;
    step.notify_all();
  }).detach();
  std::exit(EXIT_SUCCESS);
}

TEST(ThreadWordsTest, ThreadMayOutliveMain) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a program of its own
  EXPECT_EXIT(exit_before_the_first_add_of_a_thread(), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

TEST(ThreadWordsTest, AddsInDestructorsOfThreadLocalsCount) {
  struct AtExit {
    ~AtExit() { words->adder(word).add(std::uint64_t{1}); }
    ThreadWords* words = nullptr;
    std::uint32_t word = 0;
  };
  ThreadWords words;
  const std::uint32_t word = words.reserve(1);
  std::thread([&] {
    static thread_local AtExit at_exit;
    at_exit.words = &words;
    at_exit.word = word;
    words.adder(word).add(std::uint64_t{1});
  }).join();
  EXPECT_EQ(words.sum(word), 2U);
}

TEST(ThreadWordsTest, DoublesAddUp) {
  ThreadWords words;
  const std::uint32_t word = words.reserve(1);
  std::thread([&] { words.adder(word).add(0.5); }).join();
  words.adder(word).add(0.25);
  EXPECT_EQ(words.sum_of_doubles(word), 0.75);
}

TEST(ThreadWordsTest, ReusedWordsAreZero) {
  ThreadWords words;
  const std::uint32_t word = words.reserve(3);
  words.adder(word).add(std::uint64_t{9}, 2);
  words.give_back(word);
  EXPECT_EQ(words.reserve(3), word);
  EXPECT_EQ(words.sum(word + 2), 0U);
}

TEST(ThreadWordsTest, RefusesMoreThanTheCapacity) {
  constexpr std::uint32_t more_than_half = ThreadWords::capacity / 2 + 1;
  ThreadWords words;
  {
    ThreadWords others;
    others.reserve(more_than_half);
    EXPECT_THROW(words.reserve(more_than_half), std::bad_alloc);
  }
  EXPECT_NO_THROW(words.reserve(more_than_half));
}

TEST(ThreadWordsTest, ReleasedWordsMergeForOneReservation) {
  WordSpace space(10);
  auto a = space.take(3);
  auto b = space.take(3);
  auto c = space.take(3);
  const std::uint32_t last = c.key();
  EXPECT_THROW(space.take(2), std::bad_alloc);
  space.give_back(std::move(a));
  space.give_back(std::move(c));
  EXPECT_THROW(space.take(5), std::bad_alloc);
  c = space.take(4);
  EXPECT_EQ(c.key(), last);
  space.give_back(std::move(c));
  space.give_back(std::move(b));
  EXPECT_EQ(space.take(10).key(), 0U);
}

TEST(ThreadWordsTest, EnginesDoNotShareWords) {
  ThreadWords words;
  ThreadWords others;
  const std::uint32_t mine = words.reserve(2);
  const std::uint32_t theirs = others.reserve(2);
  words.adder(mine).add(std::uint64_t{1}, 1);
  others.adder(theirs).add(std::uint64_t{2}, 0);
  EXPECT_EQ(words.sum(mine), 0U);
  EXPECT_EQ(words.sum(mine + 1), 1U);
  EXPECT_EQ(others.sum(theirs), 2U);
  EXPECT_EQ(others.sum(theirs + 1), 0U);
}

}  // namespace
}  // namespace mpit
