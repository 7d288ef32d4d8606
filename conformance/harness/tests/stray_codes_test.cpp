// SPDX-License-Identifier: BSD-3-Clause
// Codes that the standard lacks are offences in any test, whatever it cites.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/tests/fixture.hpp"

namespace mpitcheck {
namespace {

constexpr int a_class_of_mpi = 16;

class StrayCode : public ::testing::Test {
 protected:
  StrayCode() {
    watch_codes(test_->outcome().strays, test_->context().library_version,
                test_->context().results);
  }
  ~StrayCode() override { ReturnCodes::instance().on_stray({}); }

  static void answer(std::string_view function, int code, bool is_answered) {
    Recorder::instance().call_begins(std::string(function) + "()");
    Recorder::instance().call_ends(function, std::string(function) + "()", code, is_answered);
  }

  TestUnderTest test_{{clause_of(Level::must)}};
};

TEST_F(StrayCode, CodesOfTheInterfaceAreNotStray) {
  answer("MPI_T_cvar_get_num", MPI_SUCCESS, true);
  answer("MPI_T_cvar_get_num", MPI_T_ERR_NOT_INITIALIZED, true);
  answer("MPI_Init", a_class_of_mpi, false);
  EXPECT_EQ(verdict_of(test_->outcome()), Verdict::vacuous);
}

TEST_F(StrayCode, BreaksAMustWhereTheStandardFixesTheCode) {
  answer("MPI_T_cvar_get_num", a_class_of_mpi, true);
  EXPECT_EQ(verdict_of(test_->outcome()), Verdict::fail);
  EXPECT_TRUE(test_->outcome().strays.message().starts_with(
      "general-specific-reason-code: MPI_T_cvar_get_num: expected MPI_SUCCESS or "));
  EXPECT_TRUE(test_->outcome().strays.message().ends_with(", got 16 (no MPI_T code)"));
}

TEST_F(StrayCode, BreaksAQualityRuleElsewhere) {
  answer("PMPI_T_cvar_get_info", -1, false);
  EXPECT_EQ(verdict_of(test_->outcome()), Verdict::quality);
}

TEST_F(StrayCode, CountsInForkedChildren) {
  const pid_t child = ::fork();
  if (child == 0) {
    answer("MPI_T_cvar_get_num", a_class_of_mpi, true);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(verdict_of(test_->outcome()), Verdict::fail);
}

TEST_F(StrayCode, IsIgnoredAfterTheTest) {
  ReturnCodes::instance().on_stray({});
  answer("MPI_T_finalize", a_class_of_mpi, true);
  EXPECT_EQ(verdict_of(test_->outcome()), Verdict::vacuous);
}

TEST(StrayCodes, AreReportedOnce) {
  StrayCodes strays;
  EXPECT_TRUE(strays.add("MPI_T_cvar_read", 16, clause_of(Level::quality)));
  EXPECT_FALSE(strays.add("MPI_T_cvar_read", 16, clause_of(Level::quality)));
  EXPECT_TRUE(strays.add("MPI_T_cvar_read", 17, clause_of(Level::quality)));
  EXPECT_TRUE(strays.add("MPI_T_cvar_write", 16, clause_of(Level::quality)));
}

// A forked child may end while it writes the report.
TEST(StrayCodes, BreakTheRuleOnlyWhenReported) {
  StrayCodes strays;
  strays.add("MPI_T_cvar_read", 16, clause_of(Level::quality));
  EXPECT_FALSE(strays.broke(Level::quality));
  strays.reported(clause_of(Level::quality), "the report");
  EXPECT_TRUE(strays.broke(Level::quality));
  EXPECT_FALSE(strays.broke(Level::must));
  EXPECT_EQ(strays.message(), "the report");
}

}  // namespace
}  // namespace mpitcheck
