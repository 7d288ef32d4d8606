// SPDX-License-Identifier: BSD-3-Clause
// Programs of a tree that print what the tree has.
#include "ci/mpitcheck/job/ask.hpp"

#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"
#include "ci/mpitcheck/process/scratch.hpp"

namespace mpitcheck {

std::string ask(const std::filesystem::path& program, const Target& target,
                const RunOptions& options) {
  const Scratch scratch;
  const Injection injection;
  const TestFolders folders(scratch.path(), 0);
  Scheduler scheduler(1);
  Outcome outcome;
  scheduler.start(listing_job(program, target, options, injection, folders),
                  [&](const Outcome& of) { outcome = of; });
  scheduler.finish();
  if (scheduler.interrupted()) throw UserError("interrupted", exit_interrupted);
  return outcome.output;
}

}  // namespace mpitcheck
