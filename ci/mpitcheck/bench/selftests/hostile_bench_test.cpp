// SPDX-License-Identifier: BSD-3-Clause
// Benchmark programs that misbehave: named in one line, and nothing else is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "ci/mpitcheck/bench/selftests/fake_bench.hpp"
#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Misdeed {
  const char* act;
  const char* told;
};

class HostileBench : public testing::TestWithParam<Misdeed> {};

TEST_P(HostileBench, AProgramThatFailsIsNamedAndTheOtherTargetIsReported) {
  FakeBench bad("bad");
  bad.plan["act"] = GetParam().act;
  bad.write();
  const FakeBench good("good");
  // Only a program that hangs meets the limit; one that is merely slow must not.
  const bool hangs = GetParam().act == std::string("hang");
  const Finished run = good.bench({bad.root(), "--timeout", hangs ? "6" : "120"});
  EXPECT_EQ(run.exit_code, exit_own_error) << run.err;
  EXPECT_THAT(run.out, HasSubstr(std::string("failed: bad calls: ") + GetParam().told));
  EXPECT_EQ(run.out.find("\x1b"), std::string::npos);
  EXPECT_EQ(good.json().at("problems").size(), 1U) << good.json().at("problems");
  EXPECT_EQ(good.row("call/a/hot").at("ratio").at("median"), 2);
  EXPECT_EQ(good.row("call/a/hot").at("target"), "good");
}

INSTANTIATE_TEST_SUITE_P(All, HostileBench,
                         testing::Values(Misdeed{"crash", "SIGSEGV"},
                                         Misdeed{"exit", "exit code 7: it went wrong"},
                                         Misdeed{"hang", "it did not end within 6 s"},
                                         Misdeed{"rubbish", "it wrote no figures"},
                                         Misdeed{"nothing", "it wrote no figures"}),
                         [](const auto& misdeed) { return misdeed.param.act; });

class HostileRow : public testing::TestWithParam<Misdeed> {};

TEST_P(HostileRow, ABenchmarkThatFailsIsFoundAmongTheOthers) {
  FakeBench fake;
  for (const char* name : {"call/b/1", "call/b/2", "call/b/3", "call/b/4"}) {
    fake.plan["rows"][name] = {{"ns", 40}, {"label", "baseline=clock"}};
  }
  fake.plan["rows"]["call/b/2"]["act"] = GetParam().act;
  const Finished run = fake.bench();
  EXPECT_EQ(run.exit_code, exit_own_error) << run.err;
  EXPECT_THAT(run.out, HasSubstr(std::string("failed: fake calls: call/b/2: ") + GetParam().told));
  EXPECT_EQ(fake.json().at("problems").size(), 1U) << fake.json().at("problems");
  for (const char* name : {"call/b/1", "call/b/3", "call/b/4"}) {
    EXPECT_EQ(fake.row(name).at("ratio").at("median"), 4) << name;
  }
  EXPECT_TRUE(fake.row("call/b/2").at("ns").is_null());
}

INSTANTIATE_TEST_SUITE_P(All, HostileRow,
                         testing::Values(Misdeed{"crash", "SIGSEGV"},
                                         Misdeed{"exit", "exit code 7"},
                                         Misdeed{"error", "a call did not return MPI_SUCCESS"},
                                         Misdeed{"zero", "its time per operation is 0 ns"}),
                         [](const auto& misdeed) { return misdeed.param.act; });

TEST(HostileBench, FailuresOfRepetitionsAreCounted) {
  FakeBench bad("bad");
  bad.plan["act"] = "crash later";
  bad.plan["rows"]["call/a/hot/threads:2"] = {{"ns", 20}};  // a second process per repetition
  bad.write();
  const FakeBench good("good");
  const Finished run = good.bench({bad.root()});
  EXPECT_EQ(run.exit_code, exit_own_error);
  EXPECT_THAT(run.out, HasSubstr("failed: bad calls: SIGSEGV (in 2 of 2 repetitions)"));
  EXPECT_EQ(good.json().at("problems").size(), 1U);
  EXPECT_EQ(good.row("call/a/hot").at("ratio").at("median"), 2);
}

TEST(HostileBench, AProgramThatCannotListIsNamed) {
  FakeBench bad("bad");
  bad.plan["list"] = "crash";
  bad.write();
  const FakeBench good("good");
  const Finished run = good.bench({bad.root()});
  EXPECT_EQ(run.exit_code, exit_own_error);
  EXPECT_THAT(run.out, HasSubstr("failed: bad calls: SIGSEGV"));
  EXPECT_EQ(good.row("call/a/hot").at("ratio").at("median"), 2);
}

TEST(HostileBench, AProgramThatIsNotThereIsNamed) {
  FakeBench bad("bad");
  bad.tree.manifest["benchmarks"].push_back({{"name", "gone"}, {"path", "bin/none"}});
  bad.write();
  const FakeBench good("good");
  const Finished run = good.bench({bad.root()});
  EXPECT_EQ(run.exit_code, exit_own_error);
  EXPECT_THAT(run.out, HasSubstr("bad gone: it could not be started (No such file"));
}

TEST(HostileBench, ATreeWithoutBenchmarksDoesNotStopTheOthers) {
  FakeBench bad("bad");
  bad.tree.manifest.erase("benchmarks");
  bad.write();
  const FakeBench good("good");
  const Finished run = good.bench({bad.root()});
  EXPECT_EQ(run.exit_code, exit_own_error);
  EXPECT_THAT(run.out, HasSubstr("failed: bad: its tree has no benchmark programs"));
  EXPECT_EQ(good.row("call/a/hot").at("ratio").at("median"), 2);
}

TEST(HostileBench, ABaselineThatIsNotThereIsSaid) {
  FakeBench fake;
  fake.plan["rows"]["call/a/hot"]["label"] = "baseline=none";
  const Finished run = fake.bench();
  EXPECT_EQ(run.exit_code, exit_own_error);
  EXPECT_THAT(run.out, HasSubstr("call/a/hot: the program lacks its baseline none"));
  EXPECT_TRUE(fake.row("call/a/hot").at("ratio").is_null());
  EXPECT_EQ(fake.row("call/a/hot").at("ns").at("median"), 20);
}

TEST(HostileBench, CtrlCKeepsWhatWasDone) {
  FakeBench fake;
  fake.write();
  const Started started =
      fake.tree.start({"bench", fake.root(), "--repetitions", "100", "--json", "out.json"});
  std::string progress;
  while (progress.find("repetition 1 of") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::ifstream file(started.err);
    progress.assign(std::istreambuf_iterator<char>(file), {});
  }
  ::kill(started.pid, SIGINT);
  const Finished run = FakeTree::finish(started);
  EXPECT_EQ(run.exit_code, exit_interrupted) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Interrupted"));
  EXPECT_TRUE(fake.json().at("run").at("interrupted"));
  EXPECT_EQ(fake.row("call/a/hot").at("ratio").at("median"), 2);
}

}  // namespace
}  // namespace mpitcheck::bench
