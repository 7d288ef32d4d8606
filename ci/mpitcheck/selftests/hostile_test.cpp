// SPDX-License-Identifier: BSD-3-Clause
// The whole runner against programs that misbehave: the right verdict for each, nothing left,
// nothing stuck.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Expected {
  const char* name;
  const char* verdict;
  const char* message;  // part of it
  const char* note;     // part of the first one; empty: no note
};

constexpr Expected expectations[] = {
    {"plain.pass", "pass", "", ""},
    {"plain.environment", "pass", "", ""},
    {"plain.variant", "pass", "", ""},
    {"plain.fail", "fail", "", ""},
    {"plain.quality", "quality", "", ""},
    {"plain.forked_crash", "crash", "", ""},
    {"plain.nothing_examined", "vacuous", "", ""},
    {"lie.pass_with_offender", "fail", "", ""},
    {"result.garbage", "error", "0.jsonl line 2 is not a record", ""},
    {"result.garbage_after", "error", "0.jsonl line 4 is not a record", ""},
    {"result.deeply_nested", "error", "0.jsonl line 2 is not a record", ""},
    {"result.huge", "error", "0.jsonl is larger than", ""},
    {"result.deleted", "early-exit", "exit code 0", ""},
    {"result.fifo", "early-exit", "no result file", ""},
    {"result.link", "early-exit", "no result file", ""},
    {"result.wrong_nonce", "error", "wrong nonce", ""},
    {"result.end_twice", "error", "'end' after 'end'", ""},
    {"result.cut_short", "early-exit", "cut short", ""},
    {"result.cut_short_after_end", "error", "cut short", ""},
    {"output.filled_pipe", "pass", "", ""},
    {"output.controls", "fail", "", ""},
    {"output.closed", "pass", "", ""},
    {"leaves.child", "pass", "", "left 1 process behind (hostile)"},
    {"leaves.many", "pass", "", "left 40 processes behind"},
    {"leaves.daemon", "pass", "", "left 1 process behind (hostile)"},
    {"leaves.locked_folder", "pass", "", ""},
    {"memory.taken", "crash", "SIGKILL for taking", ""},
    {"exit.zero", "early-exit", "exit code 0 in MPI_T_cvar_read(handle 1, buffer)", ""},
    {"exit.zero_before_begin", "early-exit", "exit code 0 before its first call", ""},
    {"exit.usage", "error", "did not start (exit code 2)", ""},
    {"signal.segv", "crash", "SIGSEGV in MPI_T_cvar_read(handle 1, buffer)", ""},
    {"signal.abort", "crash", "SIGABRT in MPI_T_cvar_read(handle 1, buffer)", ""},
    {"signal.kills_supervisor", "error", "supervisor was ended from outside", ""},
    {"signal.bothers_supervisor", "pass", "", ""},
    {"signal.stops_itself", "timeout", "in MPI_T_cvar_read", ""},
    {"late.loop", "timeout", "no end within 5 s in MPI_T_cvar_read(handle 1, buffer)", ""},
    {"late.deadlock", "timeout", "; stuck: nothing moved in the last 1.25 s", ""},
    {"late.system_call", "timeout", "; stuck: nothing moved", ""},
    {"late.forked", "timeout", "; stuck: nothing moved", ""},
    {"late.goes_on", "timeout", "; slow: still moving in the last 1.25 s", ""},
    {"late.ignores_sigterm", "timeout", "in MPI_T_cvar_read", ""},
    {"late.reports_when_told", "pass", "", "after teardown: no end within 5 s"},
    {"teardown.segv", "pass", "", "teardown: SIGSEGV in MPI_Finalize()"},
    {"teardown.hang", "pass", "", "teardown: no end within 5 s in MPI_Finalize()"},
    {"teardown.exit", "pass", "", "teardown: exit code 9 in MPI_Finalize()"},
    {"ranks.pass", "pass", "", ""},
    {"ranks.one_silent", "early-exit", "rank 1: left without a verdict", ""},
    {"ranks.one_fails", "fail", "", ""},
    {"ranks.one_crashes", "crash", "rank 1: SIGSEGV in MPI_T_pvar_start(..)", "after teardown"},
    {"ranks.strangers", "error", "is the launcher that of this MPI?", ""},
    {"ranks.stray", "error", "7.jsonl", ""},
};

TEST(HostilePrograms, EachGetsItsVerdict) {
  const FakeTree tree;
  const Finished run = tree.mpitcheck({"run", tree.root(), "--json", "report.json", "--timeout",
                                       "5", "--grace", "1", "--jobs", "6", "--memory", "50"});

  EXPECT_EQ(run.exit_code, exit_broken_must) << run.err;
  const json report = tree.report();
  EXPECT_EQ(report.at("tests").size(), std::size(expectations));
  EXPECT_EQ(report.at("footer").at("complete"), true);
  EXPECT_EQ(report.at("summary").at("exit_code"), exit_broken_must);
  for (const Expected& expected : expectations) {
    const json test = tree.test(expected.name);
    EXPECT_EQ(test.at("verdict"), expected.verdict) << test.dump(1);
    EXPECT_THAT(test.at("message").get<std::string>(), HasSubstr(expected.message))
        << expected.name;
    const json& notes = test.at("notes");
    EXPECT_EQ(notes.empty(), *expected.note == '\0') << test.dump(1);
    if (!notes.empty()) {
      EXPECT_THAT(notes.front().get<std::string>(), HasSubstr(expected.note));
    }
  }
  EXPECT_THAT(tree.remaining_processes(), IsEmpty());
  EXPECT_THAT(tree.remaining_files(), IsEmpty());
  EXPECT_LT(run.most_memory_kib, 100 * 1024);
}

TEST(HostilePrograms, NothingReachesTheTerminalUnescaped) {
  const FakeTree tree;
  const Finished run = tree.mpitcheck({"run", tree.root(), "--filter", "output.controls"});
  EXPECT_EQ(run.exit_code, exit_broken_must);
  for (const std::string& text : {run.out, run.err}) {
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\xe2\x80\xae")));
    EXPECT_THAT(text, Not(HasSubstr("\xff")));
  }
  EXPECT_THAT(run.out, HasSubstr("cvar <b>\\x1b[31m\\u{202e}"));
  EXPECT_THAT(run.out, HasSubstr("replay    mpitcheck run"));
}

TEST(HostilePrograms, OutputIsBounded) {
  const FakeTree tree;
  const Finished run = tree.mpitcheck(
      {"run", tree.root(), "--filter", "output.filled_pipe", "--json", "report.json"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out;
  EXPECT_LE(tree.test("output.filled_pipe").at("output").get<std::string>().size(), 65536U + 100);
}

TEST(HostilePrograms, MemoryIsLimitedOnlyAsAsked) {
  const FakeTree tree;
  const Finished run = tree.mpitcheck({"run", tree.root(), "--filter", "memory.taken", "--timeout",
                                       "2", "--memory", "1000", "--json", "report.json"});
  EXPECT_EQ(tree.test("memory.taken").at("verdict"), "timeout") << run.out;
  EXPECT_THAT(tree.test("memory.taken").at("replay").get<std::string>(),
              HasSubstr(" --memory 1000"));
}

TEST(HostilePrograms, AnEndIsChargedToTheClauseInProgress) {
  const FakeTree tree;
  const Finished run =
      tree.mpitcheck({"run", tree.root(), "--filter", "signal.segv", "--json", "report.json"});
  // The program was examining a `quality` clause: the crash is shown, but decides nothing.
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out;
  const json test = tree.test("signal.segv");
  EXPECT_EQ(test.at("level"), "quality");
  ASSERT_EQ(test.at("failures").size(), 1U);
  EXPECT_EQ(test.at("failures").front().at("clause"), FakeTree::clause("quality"));
  EXPECT_EQ(test.at("failures").front().at("calls").back(),
            "MPI_T_cvar_read(handle 1, buffer) = (no return)");
}

TEST(HostilePrograms, WithoutALauncherSeveralRanksAreNotApplicable) {
  FakeTree tree;
  tree.manifest["launcher"] = json::array();
  tree.write();
  const Finished run =
      tree.mpitcheck({"run", tree.root(), "--filter", "ranks.pass", "--json", "report.json"});
  EXPECT_EQ(run.exit_code, exit_as_expected);
  EXPECT_EQ(tree.test("ranks.pass").at("verdict"), "not-applicable");
  EXPECT_THAT(tree.test("ranks.pass").at("message").get<std::string>(), HasSubstr("--launcher"));
}

}  // namespace
}  // namespace mpitcheck
