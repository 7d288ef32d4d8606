// SPDX-License-Identifier: BSD-3-Clause
// Ctrl-C, once and repeatedly, and the sudden death of the runner.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

void pause_briefly() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

/// Waits until the hostile program has said that it runs.
void wait_for_mark(const FakeTree& tree) {
  while (!std::filesystem::exists(tree.file("mark"))) pause_briefly();
}

TEST(Interrupt, OnceEndsTheTestsAndWritesTheReport) {
  const FakeTree tree;
  const Started run =
      tree.start({"run", tree.root(), "--filter", "plain.pass", "--filter", "late.loop", "--jobs",
                  "1", "--timeout", "3600", "--json", "report.json"});
  wait_for_mark(tree);
  ::kill(run.pid, SIGINT);
  const Finished finished = FakeTree::finish(run);
  EXPECT_EQ(finished.exit_code, exit_interrupted) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("Interrupted"));
  const nlohmann::json report = tree.report();
  EXPECT_EQ(report.at("footer").at("interrupted"), true);
  EXPECT_EQ(report.at("footer").at("complete"), false);
  EXPECT_EQ(report.at("tests").size(), 1U);  // what was done before
  EXPECT_THAT(tree.remaining_processes(), IsEmpty());
  EXPECT_THAT(tree.remaining_files(), IsEmpty());
}

TEST(Interrupt, KeepsWhatATestReportsWhenItIsToldToStop) {
  const FakeTree tree;
  const Started run = tree.start({"run", tree.root(), "--filter", "late.reports_when_told",
                                  "--timeout", "3600", "--json", "report.json"});
  wait_for_mark(tree);
  ::kill(run.pid, SIGINT);
  EXPECT_EQ(FakeTree::finish(run).exit_code, exit_interrupted);
  const nlohmann::json tests = tree.report().at("tests");
  ASSERT_EQ(tests.size(), 1U);
  EXPECT_EQ(tests.at(0).at("verdict"), "pass");
}

TEST(Interrupt, AgainEndsAtOnce) {
  const FakeTree tree;
  const Started run = tree.start({"run", tree.root(), "--filter", "late.ignores_sigterm",
                                  "--timeout", "3600", "--grace", "3600", "--json", "report.json"});
  wait_for_mark(tree);
  // Two signals that come together are one to the kernel, so they are sent until the runner is
  // gone.
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(run.pid), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == 0) {
    ::kill(run.pid, SIGINT);
    pause_briefly();
  }
  EXPECT_EQ(FakeTree::finish(run).exit_code, exit_interrupted);
  EXPECT_EQ(tree.report().at("footer").at("interrupted"), true);
  EXPECT_THAT(tree.remaining_processes(), IsEmpty());
  EXPECT_THAT(tree.remaining_files(), IsEmpty());
}

TEST(Interrupt, AKilledRunnerLeavesNoProcesses) {
  const FakeTree tree;
  const Started run =
      tree.start({"run", tree.root(), "--filter", "late.ignores_sigterm", "--timeout", "3600"});
  wait_for_mark(tree);
  ::kill(run.pid, SIGKILL);
  FakeTree::finish(run);
  // The supervisor needs a moment; if it failed, the time limit of this test would tell.
  while (!tree.remaining_processes().empty()) pause_briefly();
}

}  // namespace
}  // namespace mpitcheck
