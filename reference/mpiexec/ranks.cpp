// SPDX-License-Identifier: BSD-3-Clause
// Starts the ranks one after the other by fork and exec.
#include "reference/mpiexec/ranks.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace mpit::mpiexec {
namespace {

// In the child: executes the program. Returns errno if that fails.
int exec_program(const Options& options, const runtime::JobSegment& segment, int rank) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != segment.header().launcher) _exit(exit_own_failure);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (rank > 0) {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) return errno;
  }
  const std::string place = std::to_string(segment.descriptor()) + ":" + std::to_string(rank);
  setenv(runtime::job_variable, place.c_str(), 1);
  setenv("MPIT_RANK", std::to_string(rank).c_str(), 1);
  setenv("MPIT_SIZE", std::to_string(options.processes).c_str(), 1);
  execvp(options.program[0], options.program);
  return errno;
}

[[noreturn]] void fail_to_start(const Options& options, int reason) {
  const std::string what =
      "cannot start '" + std::string(options.program[0]) + "': " + std::strerror(reason);
  if (reason == ENOENT || reason == ENOTDIR) {
    throw Failure(exit_not_found, what + "; name a program in PATH, or a path to one");
  }
  throw Failure(exit_cannot_execute, what + "; name an executable program");
}

// Starts one rank. Sets `reason` to the errno of a failure, or to 0.
pid_t start_rank(const Options& options, const runtime::JobSegment& segment, int rank,
                 int& reason) {
  int report[2];  // closed by a successful exec
  if (pipe2(report, O_CLOEXEC) != 0)
    throw Failure(exit_own_failure, "no pipe: too many open files");
  const pid_t child = fork();
  if (child == 0) {
    const int problem = exec_program(options, segment, rank);
    [[maybe_unused]] const auto written = write(report[1], &problem, sizeof problem);
    _exit(exit_not_found);
  }
  close(report[1]);
  reason = child < 0 ? errno : 0;
  if (child > 0 && read(report[0], &reason, sizeof reason) != sizeof reason) reason = 0;
  close(report[0]);
  return child;
}

}  // namespace

std::vector<pid_t> start_ranks(const Options& options, const runtime::JobSegment& segment) {
  std::vector<pid_t> ranks;
  for (int rank = 0; rank != options.processes; ++rank) {
    int reason = 0;
    const pid_t child = start_rank(options, segment, rank, reason);
    if (child > 0) ranks.push_back(child);
    if (reason == 0) continue;
    for (const pid_t started : ranks) kill(started, SIGKILL);
    while (wait(nullptr) > 0) {
    }
    if (child < 0) throw Failure(exit_own_failure, std::string("fork: ") + std::strerror(reason));
    fail_to_start(options, reason);
  }
  return ranks;
}

}  // namespace mpit::mpiexec
