// SPDX-License-Identifier: BSD-3-Clause
// Work in a process that was not forked. It runs this program again with the single test, and
// replays it.
#include "conformance/harness/process/replay.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/process/shared.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/tests/fixture.hpp"

namespace mpitcheck {
namespace {

/// The replay of a test of this file.
class ReplayOfThisTest {
 public:
  explicit ReplayOfThisTest(std::vector<std::string> identity = {}) {
    const std::vector<std::string> words = testing::internal::GetArgvs();
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    Replay::instance().start_recording(
        {std::filesystem::canonical("/proc/self/exe"),
         join("--gtest_filter=", test.test_suite_name(), ".", test.name())},
        std::move(identity));
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i - 1] == "--again") Replay::instance().replay_from(words[i]);
    }
    Forks::instance().tool_was_initialized();
  }
  ~ReplayOfThisTest() {
    Replay::instance().start_recording({});
    Forks::instance() = {};
  }
  ReplayOfThisTest(const ReplayOfThisTest&) = delete;
  ReplayOfThisTest& operator=(const ReplayOfThisTest&) = delete;

  [[nodiscard]] bool is_forked() const { return ::getpid() != began_; }

 private:
  const pid_t began_ = ::getpid();
};

void holds(Test& test) {
  test.check(must(), "subject", is_observed("", true, "expected", "actual"));
}

TEST(Replay, RunsWorkInAFreshProcess) {
  const ReplayOfThisTest replay;
  const ChildResult child = in_fresh_process(
      [&](int out) { write_all(out, replay.is_forked() ? "forked" : "by itself"); });
  EXPECT_EQ(child.output, "by itself");
  EXPECT_FALSE(child.forked);
  EXPECT_EQ(child.exit_code, 0);
}

TEST(Replay, RemovesThePlaceInAJobAndAddsTheIdentity) {
  ::setenv(place_variable, "PATH", 1);
  const ReplayOfThisTest replay({"MPITCHECK_RANK=1"});
  const ChildResult child = in_fresh_process([](int out) {
    for (const char* name : {"PATH", "MPITCHECK_RANK", "HOME"}) {
      write_all(out, std::getenv(name) != nullptr ? "+" : "-");
    }
  });
  ::unsetenv(place_variable);
  EXPECT_EQ(child.output, "-++");
}

TEST(Replay, UsesTheResultsOfEarlierChildren) {
  const ReplayOfThisTest replay;
  const auto tell_pid = [](int out) { write_all(out, std::to_string(::getpid())); };
  const std::string first = in_child(tell_pid).output;
  const std::string second = in_fresh_process(tell_pid).output;
  const ChildResult third =
      in_fresh_process([&](int out) { write_all(out, join(first, " ", second, " ", is_child())); });
  EXPECT_NE(first, second);
  EXPECT_EQ(third.output, join(first, " ", second, " 1"));
}

TEST(Replay, ReportsDeathsLikeThoseOfChildren) {
  const ReplayOfThisTest replay;
  const ChildResult child = in_fresh_process([](int out) {
    write_all(out, "before");
    std::raise(SIGABRT);
  });
  EXPECT_EQ(child.signal, SIGABRT);
  EXPECT_EQ(child.output, "before");
  const ChildResult threw = in_fresh_process([](int) { throw CannotGoOn(""); });
  EXPECT_EQ(threw.exit_code, child_threw);
}

TEST(Replay, SharesMemory) {
  const ReplayOfThisTest replay;
  int& number = *static_cast<int*>(share(sizeof(int)));
  number = 1;
  in_child([&](int) { ++number; });
  EXPECT_EQ(number, 2);
  in_fresh_process([&](int) { number *= 10; });
  EXPECT_EQ(number, 20);
  number = 5;  // each process that reaches this line sets it
  in_fresh_process([&](int) { ++number; });
  EXPECT_EQ(number, 6);
  unshare(&number);
}

TEST(Replay, ThrowsIfTheProcessDoesNotReachTheWork) {
  const ReplayOfThisTest replay;
  if (Replay::instance().is_active()) ::_exit(7);
  EXPECT_THROW(in_fresh_process([](int) {}), CannotGoOn);
}

TEST(Replay, ThrowsWithoutARecording) {
  EXPECT_THROW(in_fresh_process([](int) {}), CannotGoOn);
}

TEST(Replay, ConfirmsTheDeathOfAForkedChild) {
  const ReplayOfThisTest replay;
  const ChildResult saved = in_confirmed_child([&](int out) {
    if (replay.is_forked()) std::raise(SIGSEGV);
    write_all(out, "by itself");
  });
  EXPECT_EQ(saved.output, "by itself");
  EXPECT_FALSE(saved.forked);
  const ChildResult dead = in_confirmed_child([](int) { std::raise(SIGSEGV); });
  EXPECT_EQ(dead.signal, SIGSEGV);
  EXPECT_FALSE(dead.forked);
  const ChildResult lives = in_confirmed_child([](int) {});
  EXPECT_TRUE(lives.forked);
}

TEST(Replay, ADeathOnlyInAForkedChildIsNotAnOffence) {
  const ReplayOfThisTest replay;
  TestUnderTest test({must()});
  test->each_isolated(must(), items(4), [&](const Item& item) {
    if (item.number == 2 && replay.is_forked()) die_in_a_call(SIGSEGV);
    holds(*test);
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 4U);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::pass);
  ASSERT_EQ(test->outcome().metrics.size(), 1U);
  EXPECT_EQ(test->outcome().metrics.front().first, "died in a forked child only");
  EXPECT_EQ(test->outcome().metrics.front().second, "item 2: SIGSEGV");
}

// For example, a fork does not copy the timer of a scheduler.
TEST(Replay, AHangOnlyInAForkedChildIsNotAnOffence) {
  const ReplayOfThisTest replay;
  Forks::instance().limit({[] { return std::uint64_t{0}; }, 0.3});
  TestUnderTest test({must()});
  test->each_isolated(must(), items(4), [&](const Item& item) {
    while (item.number == 2 && replay.is_forked()) ::pause();
    holds(*test);
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 4U);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::pass);
  EXPECT_EQ(Forks::instance().trouble(), "nothing moved for 0.3 s");
  EXPECT_FALSE(can_fork());
}

// A process that is alone in its world may have other variables than a process of a job.
TEST(Replay, AProcessWithOtherItemsConfirmsNothing) {
  const ReplayOfThisTest replay;
  TestUnderTest test({must()});
  test->each_isolated(must(), items(Replay::instance().is_active() ? 3 : 4), [&](const Item& item) {
    if (item.number == 2 && replay.is_forked()) die_in_a_call(SIGSEGV);
    holds(*test);
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 4U);
  EXPECT_EQ(test->outcome().tallies.front().offenders, 1U);
  EXPECT_TRUE(test->outcome().metrics.empty());
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::crash);
}

TEST(Replay, ADeathInBothProcessesIsAnOffence) {
  const ReplayOfThisTest replay;
  TestUnderTest test({must()});
  test->each_isolated(must(), items(4), [&](const Item& item) {
    if (item.number == 2) die_in_a_call(SIGSEGV);
    holds(*test);
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 4U);
  EXPECT_EQ(test->outcome().tallies.front().offenders, 1U);
  EXPECT_TRUE(test->outcome().metrics.empty());
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::crash);
}

TEST(Replay, RepeatsEarlierItemsToo) {
  const ReplayOfThisTest replay;
  TestUnderTest test({must()});
  int items_done = 0;
  test->each_isolated(must(), items(4), [&](const Item&) {
    if (++items_done == 3) die_in_a_call(SIGSEGV);
    holds(*test);
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 4U);
  EXPECT_EQ(test->outcome().tallies.front().offenders, 1U);
}

}  // namespace
}  // namespace mpitcheck
