// SPDX-License-Identifier: BSD-3-Clause
// A time limit counts the time that the machine gives. Sleeping and computing processes reach it,
// starved ones do not. The starved process has a low priority and shares a processor with a
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
#include "conformance/harness/facts/text.hpp"
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

[[noreturn]] void spin_when_idle() {
  const sched_param none{};
  ::sched_setscheduler(0, SCHED_IDLE, &none);
  spin();
}

/// Keeps this process and its new children on the first processor that it may use.
class OnFirstProcessor {
 public:
  OnFirstProcessor() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    int first = 0;
    while (!CPU_ISSET(first, &before_)) ++first;
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(first, &own);
    ::sched_setaffinity(0, sizeof own, &own);
  }
  OnFirstProcessor(const OnFirstProcessor&) = delete;
  OnFirstProcessor& operator=(const OnFirstProcessor&) = delete;
  ~OnFirstProcessor() { ::sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_{};
};

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
  const OnFirstProcessor processor;
  const Other busy(spin);
  EXPECT_LE(given_to(spin_when_idle), 0.5);
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

/// Runs a shell under a limit of this many seconds. Its rank 0 has a progress page.
class TimeLimit : public testing::Test {
 protected:
  static constexpr const char* spinning = "while :; do :; done";

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

  [[nodiscard]] Ending end_of(double seconds, const std::string& script) const {
    const Command command{{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin"}, "/"};
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
  const Ending ending = end_of(0.4, "exec sleep 100");
  EXPECT_TRUE(ending.timed_out);
  EXPECT_GE(ending.given, 0.4);
  EXPECT_EQ(ending.movement[0], Movement::none);
}

TEST_F(TimeLimit, EndsASpinningProcess) {
  const Ending ending = end_of(0.4, spinning);
  EXPECT_TRUE(ending.timed_out);
  EXPECT_GE(ending.given, 0.4);
  EXPECT_EQ(ending.movement[0], Movement::none);
}

TEST_F(TimeLimit, DetectsMovement) {
  const Other mover([this] { move(); });
  const Ending ending = end_of(0.4, "exec sleep 100");
  EXPECT_TRUE(ending.timed_out);
  EXPECT_EQ(ending.movement[0], Movement::some);
}

TEST_F(TimeLimit, CountsOnlyTimeGivenToAStarvedProcess) {
  constexpr double limit = 0.1;
  const OnFirstProcessor processor;
  const Other busy(spin);
  const Ending ending = end_of(limit, join("exec nice -n 19 sh -c '", spinning, "'"));
  EXPECT_TRUE(ending.timed_out);
  EXPECT_GT(ending.seconds, ending.given);
  // A system that shares processors between sessions gives it more than one that shares them
  // between processes.
  EXPECT_TRUE(ending.given >= limit || ending.seconds >= limit * most_times_limit)
      << ending.given << " s given in " << ending.seconds << " s";
}

TEST_F(TimeLimit, DoesNotAffectAProcessThatEnds) {
  const Ending ending = end_of(10, "exit 0");
  EXPECT_FALSE(ending.timed_out);
  EXPECT_EQ(ending.wait_status, 0);
}

}  // namespace
}  // namespace mpitcheck
