// SPDX-License-Identifier: BSD-3-Clause
// The launcher's command line, and what the processes inherit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "reference/tests/runtime/job.hpp"

namespace {

using testing::HasSubstr;

struct BadLine {
  const char* name;
  std::vector<std::string> arguments;
  int exit_code;
  const char* advice;
};

class BadCommandLine : public testing::TestWithParam<BadLine> {};

TEST_P(BadCommandLine, IsRefusedWithAdviceInOneLine) {
  const JobResult result = run_mpiexec(GetParam().arguments);
  EXPECT_EQ(result.exit_code, GetParam().exit_code);
  EXPECT_THAT(result.errors, HasSubstr(GetParam().advice));
  EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  EXPECT_EQ(result.output, "");
}

INSTANTIATE_TEST_SUITE_P(
    Launcher, BadCommandLine,
    testing::Values(
        BadLine{"nothing", {}, 2, "add -n NUMBER"},
        BadLine{"no_number", {"true"}, 2, "add -n NUMBER"},
        BadLine{"no_value", {"-n"}, 2, "'-n' needs a number"},
        BadLine{"zero", {"-n", "0", "true"}, 2, "from 1 to 64"},
        BadLine{"negative", {"-n", "-3", "true"}, 2, "from 1 to 64"},
        BadLine{"too_many", {"-n", "65", "true"}, 2, "from 1 to 64"},
        BadLine{"no_digits", {"-n", "4x", "true"}, 2, "from 1 to 64"},
        BadLine{"huge", {"-np", "99999999999999999999", "true"}, 2, "from 1 to 64"},
        BadLine{"unknown", {"-x", "2", "true"}, 2, "unknown option '-x'; see mpiexec --help"},
        BadLine{"no_program", {"-n", "2"}, 2, "name it after the options"},
        BadLine{"missing", {"-n", "2", "/no/such/program"}, 127, "name a program in PATH"},
        BadLine{"folder", {"-n", "2", "/"}, 126, "name an executable program"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Launcher, PrintsHelp) {
  const JobResult result = run_mpiexec({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr("exit codes:"));
}

TEST(Launcher, GivesInputToRank0Only) {
  const JobResult result = run_mpiexec({"-np", "3", "cat"}, "to whom\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "to whom\n");
}

TEST(Launcher, RunsProgramsWithoutMpi) {
  const JobResult result = run_mpiexec({"-n", "2", "sh", "-c", "echo $MPIT_SIZE"});
  EXPECT_EQ(result.output, "2\n2\n");
}

TEST(Launcher, RefusesASecondMpiProgramInOneRank) {
  const std::string twice = std::string(JOB_PROGRAM) + " ring && " + JOB_PROGRAM + " ring";
  const JobResult result = run_mpiexec({"-n", "1", "sh", "-c", twice});
  EXPECT_NE(result.exit_code, 0);
  EXPECT_THAT(result.errors, HasSubstr("start one MPI program a rank"));
}

TEST(Launcher, MalformedJobVariableIsReportedOnceAndIgnored) {
  for (const char* const place : {"", "x", "7", "1000:0", "0:0", "3:64", "3:0:1"}) {
    const std::string line = "MPIT_JOB='" + std::string(place) + "' exec " + JOB_PROGRAM + " ring";
    const JobResult result = run_mpiexec({"-n", "1", "sh", "-c", line});
    EXPECT_EQ(result.exit_code, 0) << place;
    EXPECT_THAT(result.errors, HasSubstr("names no job"));
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  }
}

}  // namespace
