// SPDX-License-Identifier: BSD-3-Clause
// What the runner says of programs that do not end: slow or stuck, and where they stand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Runs one test into its time limit.
struct LateRun {
  explicit LateRun(const std::string& name)
      : run(tree.mpitcheck({"run", tree.root(), "--filter", name, "--timeout", "2", "--grace", "1",
                            "--json", "report.json", "--html", "report.html", "--markdown",
                            "report.md", "--junit", "report.xml"})),
        test(tree.test(name)) {}

  FakeTree tree;
  Finished run;
  json test;

  [[nodiscard]] std::string written(const std::string& name) const {
    std::ifstream file(tree.file(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

std::vector<std::string> frames(const json& test, std::size_t stack) {
  return test.at("stacks").at(stack).at("frames").get<std::vector<std::string>>();
}

TEST(Watch, ADeadlockIsShownByTheStacksOfItsThreads) {
  const LateRun late("late.deadlock");
  EXPECT_THAT(late.test.at("message").get<std::string>(),
              EndsWith("; stuck: nothing moved in the last 0.5 s"));
  ASSERT_THAT(late.test.at("stacks"), SizeIs(2)) << late.test.dump(1);
  EXPECT_EQ(late.test.at("stacks").at(1).at("thread"), "rank 0, thread 2 of 2");
  for (const std::size_t thread : {0U, 1U}) {
    EXPECT_THAT(frames(late.test, thread), Contains("hostile::take_both"));
    EXPECT_THAT(frames(late.test, thread), Contains(HasSubstr("pthread_mutex_lock (libc.so")));
  }
  for (const std::string& text : {late.run.out, late.written("report.html"),
                                  late.written("report.md"), late.written("report.xml")}) {
    EXPECT_THAT(text, HasSubstr("hostile::take_both"));
  }
}

TEST(Watch, AHangInASystemCallIsShown) {
  const LateRun late("late.system_call");
  ASSERT_THAT(late.test.at("stacks"), SizeIs(1)) << late.test.dump(1);
  EXPECT_THAT(frames(late.test, 0).front(), HasSubstr("read (libc.so"));
  EXPECT_THAT(frames(late.test, 0), Contains("hostile::read_from_nobody"));
}

TEST(Watch, AForkedProcessIsShownBesideItsParent) {
  const LateRun late("late.forked");
  ASSERT_THAT(late.test.at("stacks"), SizeIs(2)) << late.test.dump(1);
  EXPECT_EQ(late.test.at("stacks").at(0).at("thread"), "rank 0, thread 1 of 1");
  EXPECT_THAT(late.test.at("stacks").at(1).at("thread").get<std::string>(),
              HasSubstr("another process"));
  EXPECT_THAT(frames(late.test, 1), Contains("hostile::read_from_nobody"));
}

TEST(Watch, WhatStillMovesIsSlow) {
  const LateRun late("late.goes_on");
  EXPECT_THAT(late.test.at("message").get<std::string>(),
              EndsWith("; slow: still moving in the last 0.5 s"));
  EXPECT_THAT(late.test.at("stacks"), SizeIs(1));
}

TEST(Watch, WhatEndsInTimeHasNoStacks) {
  const LateRun late("plain.fail");
  EXPECT_THAT(late.test.at("stacks"), IsEmpty());
  EXPECT_THAT(late.run.out, Not(HasSubstr("stack ")));
}

TEST(Watch, WithoutAPrinterTheReportSaysWhatToInstall) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const LateRun late("late.system_call");
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(late.test.at("verdict"), "timeout");
  EXPECT_THAT(late.test.at("stacks"), IsEmpty());
  ASSERT_THAT(late.test.at("notes"), SizeIs(1)) << late.test.dump(1);
  EXPECT_EQ(late.test.at("notes").front(),
            "no stacks: eu-stack does not start (No such file or directory): install the package "
            "elfutils");
}

}  // namespace
}  // namespace mpitcheck
