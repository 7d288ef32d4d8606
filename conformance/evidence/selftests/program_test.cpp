// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/evidence/program/c_program.hpp"
#include "conformance/evidence/search/slice.hpp"
#include "conformance/evidence/selftests/stories.hpp"

namespace mpitcheck::evidence {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Program program_of(const Story& story, bool by_name, const Heading& heading = {}) {
  const Objects objects(story.calls);
  const Plot plot{story.calls, objects, slice(story.calls, objects, {last(story)}, Width::objects),
                  by_name};
  return c_program(heading, plot, *check_of(story));
}

TEST(Program, LooksTheVariableUpByName) {
  const Program program = program_of(wrong_read(), true);
  EXPECT_THAT(program.text, HasSubstr("MPI_T_cvar_get_index(\"limit\", &cvar) != MPI_SUCCESS"));
  EXPECT_THAT(
      program.text,
      HasSubstr("MPI_T_cvar_handle_alloc(cvar, NULL, &handle, &count) != MPI_SUCCESS) return 0;"));
}

TEST(Program, OrTakesItByNumber) {
  EXPECT_THAT(program_of(wrong_read(), false).text, HasSubstr("MPI_T_cvar_handle_alloc(3, NULL"));
}

TEST(Program, WritesTheSameValueAndJudgesTheAnswer) {
  const Program program = program_of(wrong_read(), true);
  EXPECT_THAT(program.text,
              HasSubstr("MPI_T_cvar_write(handle, (int[]){5}) != MPI_SUCCESS) return 0;"));
  EXPECT_THAT(program.text, HasSubstr("if (code == MPI_SUCCESS && ((int *)value)[0] != 5) {"));
}

TEST(Program, StaysWithinItsCommentWhateverIsInTheTexts) {
  Heading heading;
  heading.rule = "a-rule";
  heading.section = "*/ #error";
  heading.expected = "\"quoted\\ a\nb\?\?/";
  const Program program = program_of(wrong_read(), true, heading);
  EXPECT_THAT(program.text, Not(HasSubstr("*/ #error")));
  EXPECT_THAT(program.text, HasSubstr("\\\"quoted\\\\ a\\012b\\077\\077/"));
}

TEST(Program, SaysHowManyProcessesItWants) {
  Heading heading;
  heading.np = 4;
  EXPECT_THAT(program_of(wrong_read(), true, heading).text, HasSubstr("mpiexec -n 4"));
}

TEST(Program, AHangIsEndedByAWatchdog) {
  Heading heading;
  heading.hangs = true;
  EXPECT_THAT(program_of(wrong_read(), true, heading).text, HasSubstr("alarm(10);"));
}

TEST(Program, AMissingNameIsUsed) {
  EXPECT_THAT(declaration_program({}, "MPI_T_ERR_INVALID").text,
              HasSubstr("(void)MPI_T_ERR_INVALID;"));
}

}  // namespace
}  // namespace mpitcheck::evidence
