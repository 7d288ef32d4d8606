// SPDX-License-Identifier: BSD-3-Clause
// From a planned test to its result.
#include "ci/mpitcheck/run/test_runner.hpp"

#include <memory>
#include <utility>

#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/stacks.hpp"
#include "ci/mpitcheck/judge/verdict.hpp"

namespace mpitcheck {

TestRunner::TestRunner(const RunOptions& options, const Injection& injection,
                       std::filesystem::path scratch)
    : options_(options), injection_(injection), scratch_(std::move(scratch)) {}

TestResult TestRunner::described(const Planned& planned) const {
  TestResult result;
  result.target = planned.target->name;
  result.suite = planned.program->suite;
  result.name = planned.test->name;
  result.brief = planned.test->brief;
  result.file = planned.test->file;
  result.line = planned.test->line;
  result.clauses = planned.test->clauses;
  result.level = strictest_level(result.clauses);
  result.replay = replay_line(planned, options_);
  result.np = planned.np;
  result.seed = options_.seed;
  return result;
}

bool TestRunner::start(const Planned& planned, std::size_t number, Scheduler& scheduler, Done done,
                       Nurseries* nurseries) const {
  auto folders = std::make_shared<TestFolders>(scratch_, number);
  const std::string nonce = make_nonce();
  Job job = test_job(planned, options_, injection_, *folders, nonce);
  if (nurseries != nullptr) {
    const std::string request = nursery_request(planned, job, options_, *folders, nonce);
    job.nursery = [nurseries, planned, request](const Outlets& outlets) {
      Nursery* const nursery = nurseries->find(planned);
      return nursery == nullptr ? -1 : nursery->make_supervisor(request, outlets);
    };
  }
  return scheduler.start(job, [this, planned, folders, nonce, done](const Outcome& outcome) {
    TestResult result = described(planned);
    const Trial trial{*planned.test,
                      planned.np,
                      planned.np > 1,
                      options_.timeout + options_.stress_duration,
                      planned.target->tree.mpi_version,
                      outcome.ending,
                      read_evidence(folders->result, planned.np, nonce, planned.test->name),
                      outcome.output};
    judge(trial, result);
    attach_stacks(outcome.stacks, trial.evidence, result);
    if (outcome.ending) result.seconds = outcome.ending->seconds;
    result.output = outcome.output;
    result.output_lost = outcome.output_lost;
    done(std::move(result));
  });
}

}  // namespace mpitcheck
