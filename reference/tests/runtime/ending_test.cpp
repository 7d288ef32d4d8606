// SPDX-License-Identifier: BSD-3-Clause
// Jobs that fail: the launcher's message and exit code, and that no process is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "reference/tests/runtime/job.hpp"

namespace {

using testing::HasSubstr;

struct Ending {
  const char* how;
  int exit_code;
  const char* line;
};

class BadEnding : public testing::TestWithParam<Ending> {};

// Rank 1 ends as the case says while the others wait for it.
TEST_P(BadEnding, EndsTheJobWithOneLine) {
  const JobResult result = run_case(4, {"ending", GetParam().how});
  EXPECT_EQ(result.exit_code, GetParam().exit_code);
  EXPECT_THAT(result.errors, HasSubstr(GetParam().line));
  EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
}

INSTANTIATE_TEST_SUITE_P(
    Runtime, BadEnding,
    testing::Values(Ending{"segv", 128 + SIGSEGV, "rank 1 was killed by SIGSEGV"},
                    Ending{"kill", 128 + SIGKILL, "rank 1 was killed by SIGKILL"},
                    Ending{"exit", 3, "rank 1 ended with exit code 3 without MPI_Finalize"},
                    Ending{"leave", 1, "rank 1 ended with exit code 0 without MPI_Finalize"},
                    Ending{"never", 1, "rank 1 ended with exit code 0 without MPI_Init"},
                    Ending{"abort", 9, "rank 1: MPI_Abort: ending with code 9"},
                    Ending{"fatal", 6, "rank 1: MPI_Send: invalid rank (rank 77 of 4)"}),
    [](const auto& test) { return std::string(test.param.how); });

TEST(Ending, PassesOnTheFirstExitCodeThatIsNotZero) {
  EXPECT_EQ(run_mpiexec({"-n", "3", "sh", "-c", "exit $((MPIT_RANK * 5))"}).exit_code, 5);
}

TEST(Ending, LeavesNoOrphansOfAKilledRank) {
  const std::string marker = "orphans-" + std::to_string(getpid());
  const pid_t launcher = start_mpiexec(
      {"-n", "2", "sh", "-c", "sleep 1000 & if [ $MPIT_RANK = 1 ]; then kill -KILL $$; fi; wait"},
      marker);
  int status = 0;
  waitpid(launcher, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGKILL);
  EXPECT_EQ(count_marked(marker), 0);
}

int count_shared_files() {
  const std::filesystem::directory_iterator files("/dev/shm");
  return static_cast<int>(std::distance(begin(files), end(files)));
}

// Waits until `count` processes are marked, or until the time limit of the test.
void await_marked(const std::string& marker, int count) {
  while (count_marked(marker) != count) usleep(2000);
}

class KilledLauncher : public testing::TestWithParam<int> {};

TEST_P(KilledLauncher, LeavesNothing) {
  const int files = count_shared_files();
  const std::string marker = "killed-" + std::to_string(getpid());
  const pid_t launcher = start_mpiexec({"-n", "4", JOB_PROGRAM, "ending", "wait"}, marker);
  await_marked(marker, 5);
  kill(launcher, GetParam());
  int status = 0;
  waitpid(launcher, &status, 0);
  const int ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - 128;
  EXPECT_EQ(ended_by, GetParam());
  await_marked(marker, 0);
  EXPECT_EQ(count_shared_files(), files);
}

TEST(Ending, KilledLauncherLeavesNoProgramWithoutMpi) {
  const std::string marker = "plain-" + std::to_string(getpid());
  const pid_t launcher = start_mpiexec({"-n", "2", "sleep", "1000"}, marker);
  await_marked(marker, 3);
  kill(launcher, SIGKILL);
  waitpid(launcher, nullptr, 0);
  await_marked(marker, 0);
}

INSTANTIATE_TEST_SUITE_P(Runtime, KilledLauncher, testing::Values(SIGKILL, SIGTERM, SIGINT));

}  // namespace
