// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck bench` is its script, and what that shows stands on the page of a run. What the script
// does, bench_test.py tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/refusal.hpp"

namespace mpitcheck {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Another value of an environment variable, or none, as long as it exists.
class WithVariable {
 public:
  WithVariable(const char* name, const char* value) : name_(name) {
    const char* before = std::getenv(name);
    if (before != nullptr) before_ = before;
    ::setenv(name, value, 1);
  }
  ~WithVariable() {
    if (before_) ::setenv(name_, before_->c_str(), 1);
    if (!before_) ::unsetenv(name_);
  }
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(BenchScript, GetsTheWholeCommandLine) {
  const FakeTree tree;
  const Finished help = tree.mpitcheck({"bench", "--help"});
  EXPECT_EQ(help.exit_code, exit_as_expected) << help.err;
  EXPECT_THAT(help.out, HasSubstr("--even-if-noisy"));
  expect_refusal(tree.mpitcheck({"bench"}), exit_usage, "needs a TREE");
  expect_refusal(tree.mpitcheck({"bench", "/no/such", "--filter", "*"}), exit_usage,
                 "no such tree: '/no/such'");
  expect_refusal(tree.mpitcheck({"bench", tree.root().string()}), exit_nothing_selected,
                 "has no benchmark programs");
  const Finished shown = tree.mpitcheck({"bench", "--from", BENCH_SAMPLE});
  EXPECT_EQ(shown.exit_code, exit_own_error);  // a benchmark of the sample failed
  EXPECT_THAT(shown.out, HasSubstr("failed: fake calls: SIGSEGV"));
}

TEST(BenchScript, IsMissedInOneLine) {
  const FakeTree tree;
  const WithVariable gone("MPITCHECK_BENCH", "/no/bench.py");
  expect_refusal(tree.mpitcheck({"bench"}), exit_usage, "no script '/no/bench.py'");
}

TEST(BenchScript, NeedsPython) {
  const FakeTree tree;
  const WithVariable path("PATH", "/no/such");
  expect_refusal(tree.mpitcheck({"bench"}), exit_usage, "needs python3");
}

TEST(BenchScript, TheReportsPageTakesTheFiguresIn) {
  const FakeTree tree;
  const Finished run = tree.mpitcheck({"run", tree.root().string(), "--filter", "plain.pass",
                                       "--html", "report.html", "--bench", BENCH_SAMPLE});
  ASSERT_EQ(run.exit_code, exit_as_expected) << run.err;
  std::ifstream file(tree.file("report.html"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(page, AllOf(HasSubstr("call/MPI_T_a/hot"), HasSubstr("id=\"_bench\""),
                          HasSubstr("href=\"#_bench\""), HasSubstr(".bars {")));
}

TEST(BenchScript, WhatIsNoneIsRefusedForAPage) {
  const FakeTree tree;
  std::ofstream(tree.file("rubbish.json")) << "rubbish";
  expect_refusal(
      tree.mpitcheck({"run", tree.root().string(), "--html", "x.html", "--bench", "rubbish.json"}),
      exit_usage, "--bench 'rubbish.json': no JSON");
  expect_refusal(tree.mpitcheck({"run", tree.root().string(), "--bench", "rubbish.json"}),
                 exit_usage, "--html");
}

}  // namespace
}  // namespace mpitcheck
