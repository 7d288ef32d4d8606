// SPDX-License-Identifier: BSD-3-Clause
// A time limit counts the time that the machine gives. Sleeping and computing processes reach it,
// starved ones do not. The starved process has the idle class and shares a processor with a
// spinning one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <string>

#include "conformance/harness/facts/protocol.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {
namespace {

[[noreturn]] void spin() {
  volatile unsigned turns = 0;
  for (;;) turns = turns + 1;
}

[[noreturn]] void sleep_for_ever() {
  for (;;) ::pause();
}

void take_first_processor() {
  cpu_set_t own;
  ::sched_getaffinity(0, sizeof own, &own);
  int first = 0;
  while (!CPU_ISSET(first, &own)) ++first;
  CPU_ZERO(&own);
  CPU_SET(first, &own);
  ::sched_setaffinity(0, sizeof own, &own);
}

[[noreturn]] void compute_when_nobody_else_does() {
  take_first_processor();
  const sched_param none{};
  ::sched_setscheduler(0, SCHED_IDLE, &none);
  spin();
}

/// A child that does something endlessly, until the object is destroyed.
class Other {
 public:
  explicit Other(const std::function<void()>& act) : process_(::fork()) {
    if (process_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    act();
  }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  ~Other() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  [[nodiscard]] pid_t process() const { return process_; }

 private:
  pid_t process_;
};

[[noreturn]] void keep_first_processor_busy() {
  take_first_processor();
  spin();
}

/// The GivenTime of a process that does `act`, after a second.
double given_to(const std::function<void()>& act) {
  const Other other(act);
  GivenTime given;
  for (int i = 0; i < 20; ++i) {
    ::usleep(50'000);
    given.look({other.process()});
  }
  return given.seconds();
}

TEST(GivenTime, AdvancesWhileAProcessSleeps) { EXPECT_GE(given_to(sleep_for_ever), 0.9); }

TEST(GivenTime, StopsWhileAProcessStarves) {
  const Other busy(keep_first_processor_busy);
  EXPECT_LE(given_to(compute_when_nobody_else_does), 0.5);
}

TEST(GivenTime, CountsCpuTime) {
  const Other other(spin);
  GivenTime given;
  timespec used{};
  clockid_t clock{};
  ASSERT_EQ(::clock_getcpuclockid(other.process(), &clock), 0);
  while (used.tv_sec < 1) {
    ::usleep(50'000);
    given.look({other.process()});
    ASSERT_EQ(::clock_gettime(clock, &used), 0);
  }
  EXPECT_GE(given.seconds(), 0.8);
}

/// Runs a command that does `act` under a limit of this many seconds. Its rank 0 has a progress
/// page.
class TimeLimit : public testing::Test {
 protected:
  TimeLimit() {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child, &before_);
    page_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    EXPECT_EQ(::ftruncate(page_, sizeof(protocol::ProgressPage)), 0);
  }
  ~TimeLimit() override {
    ::close(page_);
    ::unlink(path_.c_str());
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  }

  [[nodiscard]] Ending end_of(double seconds, const std::function<void()>& act) const {
    Command command{{"/proc/self/exe"}, {}, "/", [&] {
                      ::signal(SIGTERM, SIG_DFL);
                      sigset_t none;
                      ::sigemptyset(&none);
                      ::sigprocmask(SIG_SETMASK, &none, nullptr);
                      act();
                      return 0;
                    }};
    Limits limits;
    limits.seconds = seconds;
    limits.progress_pages = {path_};
    const Supervised supervised = start_supervised(command, limits, false);
    EXPECT_EQ(::waitpid(supervised.supervisor, nullptr, 0), supervised.supervisor);
    Ending ending;
    EXPECT_EQ(::read(supervised.ending, &ending, sizeof ending),
              static_cast<ssize_t>(sizeof ending));
    for (const int file : {supervised.output, supervised.stacks, supervised.ending}) ::close(file);
    return ending;
  }

  void move() const {
    for (std::uint32_t calls = 1;; ++calls) {
      if (::pwrite(page_, &calls, sizeof calls, offsetof(protocol::ProgressPage, calls)) < 0)
        return;
      ::usleep(1000);
    }
  }

 private:
  const std::string path_ = "/tmp/mpitcheck-" + std::to_string(::getpid()) + ".progress";
  int page_ = -1;
  sigset_t before_{};
};

TEST_F(TimeLimit, EndsASleepingProcess) {
  const Ending ending = end_of(0.4, sleep_for_ever);
  EXPECT_TRUE(ending.timed_out);
  EXPECT_GE(ending.given, 0.4);
  EXPECT_EQ(ending.movement[0], Movement::none);
}

TEST_F(TimeLimit, EndsASpinningProcess) {
  const Ending ending = end_of(0.4, spin);
  EXPECT_TRUE(ending.timed_out);
  EXPECT_GE(ending.given, 0.4);
  EXPECT_EQ(ending.movement[0], Movement::none);
}

TEST_F(TimeLimit, DetectsMovement) {
  const Ending ending = end_of(0.4, [&] { move(); });
  EXPECT_TRUE(ending.timed_out);
  EXPECT_EQ(ending.movement[0], Movement::some);
}

TEST_F(TimeLimit, CountsOnlyTimeGivenToAStarvedProcess) {
  constexpr double limit = 0.1;
  const Other busy(keep_first_processor_busy);
  const Ending ending = end_of(limit, compute_when_nobody_else_does);
  EXPECT_TRUE(ending.timed_out);
  EXPECT_GT(ending.seconds, ending.given);
  // A system that shares processors between sessions gives it more than one that shares them
  // between processes.
  EXPECT_TRUE(ending.given >= limit || ending.seconds >= limit * most_times_limit)
      << ending.given << " s given in " << ending.seconds << " s";
}

TEST_F(TimeLimit, DoesNotAffectAProcessThatEnds) {
  const Ending ending = end_of(10, [] {});
  EXPECT_FALSE(ending.timed_out);
  EXPECT_EQ(ending.wait_status, 0);
}

}  // namespace
}  // namespace mpitcheck
