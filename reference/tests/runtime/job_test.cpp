// SPDX-License-Identifier: BSD-3-Clause
// Jobs that succeed: every case of the program, with fewer processes than cores and with more.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "reference/tests/runtime/job.hpp"

namespace {

struct JobCase {
  const char* name;
  int processes;
};

class Job : public testing::TestWithParam<JobCase> {};

TEST_P(Job, Succeeds) {
  const JobResult result = run_case(GetParam().processes, {GetParam().name});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "checked\n");  // rank 0 prints it
  EXPECT_EQ(result.errors, "");
}

INSTANTIATE_TEST_SUITE_P(
    Runtime, Job,
    testing::Values(JobCase{"ring", 1}, JobCase{"ring", 2}, JobCase{"ring", 4}, JobCase{"ring", 16},
                    JobCase{"pairs", 2}, JobCase{"pairs", 5}, JobCase{"flood", 2},
                    JobCase{"synchronous", 2}, JobCase{"wildcards", 4}, JobCase{"probe", 2},
                    JobCase{"truncation", 1}, JobCase{"truncation", 2}, JobCase{"collectives", 1},
                    JobCase{"collectives", 2}, JobCase{"collectives", 7},
                    JobCase{"noncommutative", 5}, JobCase{"split", 1}, JobCase{"split", 6},
                    JobCase{"dup", 3}, JobCase{"threads", 1}, JobCase{"threads", 3},
                    JobCase{"attributes", 1}, JobCase{"errors", 2}, JobCase{"variables", 2},
                    JobCase{"event_infos", 1}, JobCase{"datatypes", 1}, JobCase{"datatypes", 3},
                    JobCase{"requests", 1}, JobCase{"requests", 3}, JobCase{"movements", 1},
                    JobCase{"movements", 2}, JobCase{"movements", 5}, JobCase{"groups", 1},
                    JobCase{"groups", 5}, JobCase{"sessions", 1}, JobCase{"sessions", 3},
                    JobCase{"windows", 1}, JobCase{"windows", 3}, JobCase{"files", 1},
                    JobCase{"files", 3}, JobCase{"crowd", 64}),
    [](const auto& test) {
      return std::string(test.param.name) + "_" + std::to_string(test.param.processes);
    });

// A program that never calls MPI_Init.
TEST(Sessions, WorkWithoutTheWorldModel) {
  for (const int processes : {1, 4}) {
    const JobResult result = run_case(processes, {"sessions", std::to_string(processes)});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.errors, "");
  }
}

TEST(EventInfos, MayBeMissing) {
  setenv("MPIT_VARIANT", "no_event_hints", 1);
  const JobResult result = run_case(1, {"event_infos"});
  unsetenv("MPIT_VARIANT");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
}

TEST(Variants, ListIsRunInOrderUntilAFailure) {
  const auto run_with = [](const char* variants) {
    setenv("MPIT_VARIANT", variants, 1);
    const int status = std::system(JOB_PROGRAM " event_infos");
    unsetenv("MPIT_VARIANT");
    return status;
  };
  EXPECT_EQ(run_with("no_event_hints,no_event_hints"), 0);
  EXPECT_NE(run_with("no_event_hints,like_openmpi"), 0);  // the second variant returns info objects
}

}  // namespace
