// SPDX-License-Identifier: BSD-3-Clause
// Tests which function is blamed for the end of a process. ci/mpitcheck/tests/judge tests the same
// rules of the runner.
#include "conformance/harness/calls/blame.hpp"

#include <gtest/gtest.h>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/process/frames.hpp"
#include "conformance/harness/tests/fixture.hpp"

namespace mpitcheck {
namespace {

constexpr const char* dup = "MPI_Comm_dup(MPI_COMM_SELF, newcomm)";
constexpr const char* reset = "MPI_T_pvar_reset(0x1, 0x2)";

std::string frame(std::string_view symbol) {
  return join("libmpi.so.12+0x8a2b0 ", symbol, "+0x1c");
}

Blame blame_of(const LastMoment& last, bool works = true) {
  return blame_for(last, [=](std::string_view) { return works; });
}

TEST(Blame, FallsOnTheCallInProgress) {
  EXPECT_EQ(blame_of({true, reset}).culprit, Culprit::tool);
  EXPECT_EQ(blame_of({true, "P" + std::string(reset)}).culprit, Culprit::tool);
  EXPECT_EQ(blame_of({true, reset, {std::string(no_library_frame)}}).call, reset);
}

TEST(Blame, DoesNotFallOnACallThatReturned) {
  for (const auto& frames : {std::vector<std::string>{}, {"libmpi.so.12+0x1"}}) {
    const Blame blame = blame_of({false, reset, frames, true});
    EXPECT_EQ(blame.culprit, Culprit::nobody);
    EXPECT_EQ(blame.after, reset);
    EXPECT_EQ(blame.call, "");
  }
}

TEST(Blame, FallsOnTheFunctionOnTheStack) {
  const Blame blame = blame_of({false, reset, {frame("inner"), frame("MPI_T_cvar_read")}, true});
  EXPECT_EQ(blame.culprit, Culprit::tool);
  EXPECT_EQ(blame.call, "MPI_T_cvar_read");
  EXPECT_EQ(blame.after, reset);
}

TEST(Blame, OfAnMpiFunctionNeedsMpiTAndABaseline) {
  for (const LastMoment& last :
       {LastMoment{true, dup, {}, true}, {false, reset, {frame("PMPI_Comm_dup")}, true}}) {
    EXPECT_EQ(blame_of(last, true).culprit, Culprit::tool);
    EXPECT_EQ(blame_of(last, false).culprit, Culprit::mpi);
  }
  EXPECT_EQ(blame_of({true, dup, {}, false}, true).culprit, Culprit::mpi);
}

TEST(Blame, OfSeveralThreadsFollowsTheStack) {
  const std::string passage = "4 threads: MPI_T_cvar_read";
  EXPECT_EQ(blame_of({true, passage}).culprit, Culprit::tool);
  EXPECT_EQ(blame_of({true, passage, {std::string(no_library_frame)}}).culprit, Culprit::nobody);
  EXPECT_EQ(blame_of({true, passage, {frame("inner"), frame("MPI_Send")}}).call, "MPI_Send");
}

TEST(Blame, RecorderKnowsWhichCallReturned) {
  Recorder& recorder = Recorder::instance();
  recorder.call_begins(reset);
  EXPECT_EQ(blame_for_last_moment({}).culprit, Culprit::tool);
  recorder.call_begins("MPI_T_cvar_get_num()");  // from a callback
  recorder.call_ends("MPI_T_cvar_get_num", "MPI_T_cvar_get_num()", MPI_SUCCESS);
  EXPECT_EQ(blame_for_last_moment({}).call, reset);
  recorder.call_ends("MPI_T_pvar_reset", reset, MPI_SUCCESS);
  EXPECT_EQ(blame_for_last_moment({}).culprit, Culprit::nobody);
}

}  // namespace
}  // namespace mpitcheck
