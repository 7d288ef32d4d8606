// SPDX-License-Identifier: BSD-3-Clause
// A child ends when the process that waits for it ends, and network libraries allow forks.
#include "conformance/harness/process/child.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "conformance/harness/process/deeper_stack.hpp"

namespace mpitcheck {
namespace {

TEST(Child, EndsWhenTheWaitingProcessEnds) {
  constexpr int patience = 10'000;  // milliseconds
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t waiting = ::fork();
  if (waiting == 0) {
    in_child([&](int) {
      if (::write(ends[1], "x", 1) == 1) ::pause();
    });
    ::_exit(0);
  }
  ::close(ends[1]);
  char byte = 0;
  ASSERT_EQ(::read(ends[0], &byte, 1), 1) << "the child runs";
  ::kill(waiting, SIGKILL);
  ::waitpid(waiting, nullptr, 0);
  pollfd pipe{ends[0], POLLIN, 0};
  ASSERT_EQ(::poll(&pipe, 1, patience), 1) << "the child still holds its end of the pipe";
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);
  ::close(ends[0]);
}

TEST(Child, SetsForkVariablesOfNetworkLibraries) {
  for (const char* variable : {"RDMAV_FORK_SAFE", "IBV_FORK_SAFE", "CXI_FORK_SAFE",
                               "FI_EFA_FORK_SAFE", "UCX_IB_FORK_INIT"}) {
    EXPECT_NE(std::getenv(variable), nullptr) << variable;
  }
}

TEST(Child, DoesNotInheritThePlaceInTheJob) {
  constexpr std::array<const char*, 4> names{"JOB_RANK", "OTHER_SIZE", "OTHER_MCA_x",
                                             "MY_JOB_RANK"};
  ::setenv(place_variable, "JOB_*:OTHER_*:!OTHER_MCA_*", 1);
  for (const char* name : names) ::setenv(name, "1", 1);
  const ChildResult child = in_child([&](int out) {
    for (const char* name : names) write_all(out, std::getenv(name) != nullptr ? "+" : "-");
  });
  EXPECT_EQ(child.output, "--++");
  EXPECT_NE(std::getenv("JOB_RANK"), nullptr) << "the parent keeps its own";
  for (const char* name : names) ::unsetenv(name);
  ::unsetenv(place_variable);
}

TEST(Below, IsSkippedOnThreadStacks) {
  int levels = -1;
  bool called = false;
  std::thread([&] {
    levels = spare_stack_levels();
    call_deeper(levels, 1, [&] { called = true; });
  }).join();
  EXPECT_EQ(levels, 0);
  EXPECT_TRUE(called);
  EXPECT_GT(spare_stack_levels(), 0);
}

}  // namespace
}  // namespace mpitcheck
