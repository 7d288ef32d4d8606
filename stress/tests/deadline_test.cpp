// SPDX-License-Identifier: BSD-3-Clause
// The duration of a test is the time in which it can work.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "stress/control/control.hpp"

namespace mpitcheck::stress {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double duration = 0.1;

double lasts() {
  const Clock::time_point begin = Clock::now();
  for (const Deadline deadline(duration); !deadline.over();) {
  }
  return Seconds(Clock::now() - begin).count();
}

TEST(Deadline, DoesNotPassEarly) { EXPECT_GE(lasts(), duration); }

TEST(Deadline, PassesDuringSleep) {
  const Deadline deadline(duration);
  std::this_thread::sleep_for(Seconds(duration * 1.1));
  EXPECT_TRUE(deadline.over());
}

// Two busy threads on one processor: each gets half of it.
TEST(Deadline, WaitsForAProcessor) {
  cpu_set_t before, first;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&first);
  int processor = 0;
  while (!CPU_ISSET(processor, &before)) ++processor;
  CPU_SET(processor, &first);
  ASSERT_EQ(::sched_setaffinity(0, sizeof first, &first), 0);
  const pid_t other = ::fork();
  if (other == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    volatile unsigned turns = 0;
    for (;;) turns = turns + 1;
  }
  timespec from{}, to{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  const double lasted = lasts();
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  ::sched_setaffinity(0, sizeof before, &before);
  const double used = static_cast<double>(to.tv_sec - from.tv_sec) +
                      1e-9 * static_cast<double>(to.tv_nsec - from.tv_nsec);
  EXPECT_GE(used, duration * 0.9) << "it lasted " << lasted << " s";
  EXPECT_GE(lasted, used);
}

}  // namespace
}  // namespace mpitcheck::stress
