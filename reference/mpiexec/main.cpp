// SPDX-License-Identifier: BSD-3-Clause
// mpiexec: runs a program as the processes of one MPI job.
#include <sys/prctl.h>

#include <cstdio>
#include <span>
#include <system_error>

#include "reference/mpiexec/options.hpp"
#include "reference/mpiexec/ranks.hpp"
#include "reference/mpiexec/supervise.hpp"

namespace {

using namespace mpit::mpiexec;

int run(const Options& options) {
  if (options.help) {
    std::fputs(help_text, stdout);
    return 0;
  }
  const auto segment = mpit::runtime::JobSegment::create(options.processes);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const sigset_t watched = watched_signals();
  sigprocmask(SIG_BLOCK, &watched, nullptr);
  return supervise(start_ranks(options, segment), segment);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse({argv, static_cast<std::size_t>(argc) + 1}));
  } catch (const Failure& failure) {
    std::fprintf(stderr, "mpiexec: %s\n", failure.what());
    return failure.exit_code;
  } catch (const std::system_error& problem) {
    std::fprintf(stderr, "mpiexec: no memory for the job (%s)\n", problem.what());
    return exit_own_failure;
  }
}
