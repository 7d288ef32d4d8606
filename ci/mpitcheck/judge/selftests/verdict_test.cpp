// SPDX-License-Identifier: BSD-3-Clause
// The derivation of verdicts from what is known of a test.
#include "ci/mpitcheck/judge/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

int exited(int code) { return code << 8; }

class JudgeTest : public testing::Test {
 protected:
  JudgeTest() {
    entry_.name = "t";
    entry_.clauses = {must_, quality_};
    trial_.time_limit = 9;
    trial_.mpi_version = "4.0";
    trial_.ending.emplace();
    trial_.evidence.ranks = {whole(Verdict::pass)};
  }

  /// A rank with everything in order.
  RankEvidence whole(Verdict verdict) const {
    RankEvidence rank;
    rank.has_file = true;
    rank.begins = 1;
    rank.np = trial_.np;
    rank.closed = true;
    rank.end.emplace();
    rank.end->verdict = verdict;
    rank.end->examinations = {{must_, verdict == Verdict::vacuous ? 0U : 1U, 0}};
    return rank;
  }

  void two_ranks() {
    trial_.np = 2;
    trial_.launched = true;
    trial_.evidence.ranks = {whole(Verdict::pass), whole(Verdict::pass)};
  }

  RankEvidence& rank(std::size_t index = 0) { return trial_.evidence.ranks[index]; }

  /// The rank dies inside a call.
  void unfinished(std::size_t index, const std::string& clause) {
    rank(index).end.reset();
    rank(index).closed = false;
    rank(index).progress =
        LastSeen{true, "after MPI_Init", clause, "MPI_T_x()", {"MPI_T_y() = MPI_SUCCESS"}};
  }

  TestResult judged() const {
    TestResult result;
    result.clauses = entry_.clauses;
    judge(trial_, result);
    return result;
  }

  const std::string must_ = FakeTree::clause("must");
  const std::string quality_ = FakeTree::clause("quality");
  TestEntry entry_;
  Trial trial_{entry_, 1, false, 0, "", {}, {}, ""};
};

TEST_F(JudgeTest, AWholeAccountStands) {
  for (const Verdict verdict : {Verdict::pass, Verdict::fail, Verdict::warn, Verdict::quality,
                                Verdict::vacuous, Verdict::not_applicable, Verdict::error}) {
    rank() = whole(verdict);
    EXPECT_EQ(judged().verdict, verdict);
    EXPECT_THAT(judged().notes, IsEmpty());
  }
}

TEST_F(JudgeTest, APassNeedsAnExamination) {
  rank().end->examinations.clear();
  EXPECT_EQ(judged().verdict, Verdict::vacuous);
}

TEST_F(JudgeTest, APassWithOffendersIsNone) {
  rank().end->examinations = {{quality_, 3, 1}};
  EXPECT_EQ(judged().verdict, Verdict::quality);
  EXPECT_EQ(judged().level, "quality");
  rank().failures.emplace_back().clause = must_;
  const TestResult result = judged();
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_EQ(result.level, "must");
  EXPECT_NE(result.failures[0].rule, "");
  EXPECT_NE(result.failures[0].section, "");
}

TEST_F(JudgeTest, NoRecordsAreAnEarlyExitWhateverTheCode) {
  rank() = {};
  for (const int code : {0, 1, 77, 200}) {
    trial_.ending->wait_status = exited(code);
    EXPECT_EQ(judged().verdict, Verdict::early_exit) << code;
    EXPECT_THAT(judged().message, HasSubstr("exit code " + std::to_string(code)));
    EXPECT_THAT(judged().charged, IsEmpty());
    EXPECT_EQ(judged().level, "must");
  }
}

TEST_F(JudgeTest, AProgramThatDidNotStartIsOurError) {
  rank() = {};
  trial_.output = "\n x: error while loading shared libraries\nmore";
  trial_.ending->wait_status = exited(127);
  EXPECT_EQ(judged().verdict, Verdict::error);
  EXPECT_THAT(judged().message, HasSubstr("loading shared libraries"));
  trial_.ending->start_error = ENOENT;
  EXPECT_THAT(judged().message, HasSubstr("cannot be started"));
  trial_.ending.reset();
  EXPECT_EQ(judged().verdict, Verdict::error);
}

TEST_F(JudgeTest, ACrashNamesSignalCallAndClause) {
  unfinished(0, quality_);
  trial_.ending->wait_status = SIGSEGV;
  const TestResult result = judged();
  EXPECT_EQ(result.verdict, Verdict::crash);
  EXPECT_EQ(result.message, "SIGSEGV in MPI_T_x()");
  EXPECT_THAT(result.charged, ElementsAre(quality_));
  EXPECT_EQ(result.level, "quality");
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_THAT(result.failures[0].calls,
              ElementsAre("MPI_T_y() = MPI_SUCCESS", "MPI_T_x() = (no return)"));
}

TEST_F(JudgeTest, ACrashOfAForkedProcessIsChargedToItsClause) {
  rank() = whole(Verdict::crash);
  rank().failures.resize(2);
  rank().failures[0].clause = must_;
  rank().failures[1].clause = quality_;
  rank().failures[1].crash = true;
  const TestResult result = judged();
  EXPECT_EQ(result.verdict, Verdict::crash);
  EXPECT_THAT(result.charged, ElementsAre(quality_));
  EXPECT_EQ(clause_verdict(result, quality_, "quality"), Verdict::crash);
  EXPECT_EQ(clause_verdict(result, must_, "must"), Verdict::fail);
}

TEST_F(JudgeTest, AClauseThatTheTestDoesNotCiteIsNotBelieved) {
  unfinished(0, "trampled");
  trial_.ending->wait_status = SIGSEGV;
  EXPECT_THAT(judged().charged, IsEmpty());
  EXPECT_EQ(judged().level, "must");
}

TEST_F(JudgeTest, AnEndIsEvidenceAboutOneClauseOnly) {
  unfinished(0, must_);
  const std::string examined = FakeTree::clause("should");
  entry_.clauses.push_back(examined);
  rank().progress->examinations = {{must_, 1, 0}, {quality_, 0, 0}, {examined, 3, 0}};
  trial_.ending->timed_out = true;
  TestResult result = judged();
  EXPECT_EQ(clause_verdict(result, must_, "must"), Verdict::timeout);
  EXPECT_EQ(clause_verdict(result, quality_, "quality"), Verdict::inconclusive);
  EXPECT_EQ(clause_verdict(result, examined, "should"), Verdict::pass);
  ASSERT_EQ(result.failures.size(), 1U);
  ASSERT_TRUE(result.failures[0].fact);
  EXPECT_EQ(result.failures[0].fact->function, "MPI_T_x");

  rank().progress->clause.clear();
  result = judged();
  EXPECT_EQ(clause_verdict(result, must_, "must"), Verdict::pass);
  EXPECT_EQ(clause_verdict(result, quality_, "quality"), Verdict::inconclusive);
}

TEST_F(JudgeTest, TheTimeLimitComesBeforeTheSignalThatEnforcedIt) {
  unfinished(0, must_);
  trial_.ending->timed_out = true;
  for (const int status : {SIGTERM, SIGKILL, SIGSEGV, exited(0)}) {
    trial_.ending->wait_status = status;
    EXPECT_EQ(judged().verdict, Verdict::timeout);
    EXPECT_EQ(judged().message, "no end within 9 s in MPI_T_x()");
  }
}

TEST_F(JudgeTest, DefectiveRecordsAreNeverAPass) {
  rank().defect = "0.jsonl line 2 is not a record";
  EXPECT_EQ(judged().verdict, Verdict::error);
  rank().defect.clear();
  rank().begins = 2;
  EXPECT_EQ(judged().verdict, Verdict::error);
  rank().begins = 1;
  rank().np = 2;
  EXPECT_EQ(judged().verdict, Verdict::error);
  rank().np = 1;
  rank().cut_short = true;
  EXPECT_EQ(judged().verdict, Verdict::error);
  rank().cut_short = false;
  trial_.evidence.stray = "1.jsonl";
  EXPECT_EQ(judged().verdict, Verdict::error);
}

TEST_F(JudgeTest, ACrashExplainsDefectiveRecords) {
  rank().defect = "0.jsonl line 2 is not a record";
  trial_.ending->wait_status = SIGBUS;
  EXPECT_EQ(judged().verdict, Verdict::crash);
}

TEST_F(JudgeTest, TheTeardownIsANote) {
  rank().closed = false;
  rank().progress = LastSeen{true, "teardown", "", "MPI_Finalize()", {}};
  trial_.ending->wait_status = SIGSEGV;
  TestResult result = judged();
  EXPECT_EQ(result.verdict, Verdict::pass);
  EXPECT_THAT(result.notes, ElementsAre("teardown: SIGSEGV in MPI_Finalize()"));
  EXPECT_THAT(result.charged, IsEmpty());

  rank().closed = true;
  EXPECT_THAT(judged().notes, ElementsAre("after teardown: SIGSEGV"));
  trial_.ending->wait_status = exited(5);
  EXPECT_THAT(judged().notes, ElementsAre("after teardown: exit code 5"));
}

TEST_F(JudgeTest, TheWorstRankDecides) {
  two_ranks();
  EXPECT_EQ(judged().verdict, Verdict::pass);
  rank(1) = whole(Verdict::fail);
  EXPECT_EQ(judged().verdict, Verdict::fail);
  rank(0) = whole(Verdict::vacuous);
  rank(1) = whole(Verdict::pass);
  EXPECT_EQ(judged().verdict, Verdict::pass);
  rank(0) = whole(Verdict::pass);
  rank(1) = {};
  EXPECT_EQ(judged().verdict, Verdict::early_exit);
  EXPECT_THAT(judged().message, HasSubstr("rank 1"));
}

TEST_F(JudgeTest, ALauncherPassesASignalOnAsItsExitCode) {
  two_ranks();
  unfinished(1, must_);
  trial_.ending->wait_status = exited(128 + SIGSEGV);
  EXPECT_EQ(judged().verdict, Verdict::crash);
  EXPECT_EQ(judged().message, "rank 1: SIGSEGV in MPI_T_x()");
  trial_.launched = false;
  EXPECT_EQ(judged().verdict, Verdict::early_exit);
}

TEST_F(JudgeTest, TheRankInsideACallIsTheCulprit) {
  two_ranks();
  unfinished(0, must_);
  rank(0).progress->in_call = false;
  unfinished(1, quality_);
  trial_.ending->wait_status = exited(128 + SIGSEGV);
  EXPECT_THAT(judged().message, HasSubstr("rank 1"));
  EXPECT_THAT(judged().charged, ElementsAre(quality_));
  EXPECT_EQ(judged().failures.size(), 1U);
}

TEST_F(JudgeTest, ALauncherThatStartsNothingIsOurError) {
  two_ranks();
  trial_.evidence.ranks = {{}, {}};
  trial_.ending->wait_status = exited(1);
  trial_.output = "not enough slots";
  EXPECT_EQ(judged().verdict, Verdict::error);
  EXPECT_THAT(judged().message, HasSubstr("not enough slots"));
}

TEST_F(JudgeTest, ProcessesLeftBehindAreANote) {
  trial_.ending->left_behind = 2;
  std::snprintf(trial_.ending->left_names, sizeof trial_.ending->left_names, "daemon daemon");
  EXPECT_EQ(judged().verdict, Verdict::pass);
  EXPECT_THAT(judged().notes, ElementsAre(HasSubstr("left 2 processes behind (daemon daemon)")));
}

}  // namespace
}  // namespace mpitcheck
