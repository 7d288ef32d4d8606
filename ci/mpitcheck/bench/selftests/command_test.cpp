// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck bench` as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ci/mpitcheck/bench/selftests/fake_bench.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/refusal.hpp"

namespace mpitcheck::bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(BenchCommand, MeasuresTreesInTurnsAndWritesEveryReport) {
  const FakeBench fake("first");
  FakeBench other("second");
  other.plan["rows"]["call/a/hot"]["ns"] = 60;
  other.write();
  const Finished run =
      fake.bench({other.root(), "--html", "out.html", "--markdown", "out.md", "--raw", "raw"});
  ASSERT_EQ(run.exit_code, exit_as_expected) << run.err << run.out;
  EXPECT_THAT(run.out, AllOf(HasSubstr("call/a/hot"), HasSubstr("first"), HasSubstr("second")));
  EXPECT_THAT(fake.row("call/a/hot").at("ratio").at("sample"), (std::vector<double>{2, 2}));
  EXPECT_EQ(fake.row("call/a/hot").at("baseline"), "baseline/clock");
  EXPECT_EQ(fake.json().at("rows").size(), 6U);
  for (const char* file : {"out.html", "out.md", "raw/first/calls.first.json",
                           "raw/first/calls.1.json", "raw/second/calls.2.json"}) {
    EXPECT_TRUE(std::filesystem::exists(fake.tree.file(file))) << file;
  }
  EXPECT_THAT(fake.tree.remaining_files(), IsEmpty());
}

TEST(BenchCommand, AFilterTakesTheBaselinesAlong) {
  const FakeBench fake;
  ASSERT_EQ(fake.bench({"--filter", "*/hot"}).exit_code, exit_as_expected);
  EXPECT_EQ(fake.json().at("rows").size(), 2U);
  EXPECT_EQ(fake.row("call/a/hot").at("ratio").at("median"), 2);
}

TEST(BenchCommand, RowsOnThreadsRunBesideTheirOwnBaseline) {
  FakeBench fake;
  fake.plan["rows"]["baseline/clock/threads:2"] = {{"ns", 5}};
  fake.plan["rows"]["call/a/hot/threads:2"] = {{"ns", 20}, {"label", "baseline=clock"}};
  ASSERT_EQ(fake.bench().exit_code, exit_as_expected);
  EXPECT_EQ(fake.row("call/a/hot/threads:2").at("ratio").at("median"), 4);
  EXPECT_EQ(fake.row("call/a/hot").at("ratio").at("median"), 2);
}

TEST(BenchCommand, WithoutPinningItSaysSo) {
  const FakeBench fake;
  EXPECT_THAT(fake.bench({"--no-pin"}).out, HasSubstr("not bound to a core"));
  EXPECT_TRUE(fake.json().at("machine").at("pinned").is_null());
}

TEST(BenchCommand, ShowsAnEarlierRunAgain) {
  const FakeBench fake;
  const std::string first = fake.bench().out;
  const Finished again =
      fake.tree.mpitcheck({"bench", "--from", "out.json", "--json", "again.json"});
  EXPECT_EQ(again.exit_code, exit_as_expected) << again.err;
  EXPECT_EQ(again.out, first);
  EXPECT_EQ(fake.json("again.json"), fake.json());
}

TEST(BenchCommand, AgainstAnEarlierRunSlowerIsExitCodeOne) {
  FakeBench fake;
  for (auto& row : fake.plan["rows"]) row["noise"] = 0.01;
  ASSERT_EQ(fake.bench({"--repetitions", "9", "--json", "old.json"}).exit_code, exit_as_expected);
  const std::vector<std::string> against = {"--repetitions", "9", "--against", "old.json",
                                            "--even-if-noisy"};
  const Finished same = fake.bench(against);
  EXPECT_EQ(same.exit_code, exit_as_expected) << same.out;
  EXPECT_THAT(same.out, HasSubstr("0 slower, 0 faster, 2 cannot tell"));
  fake.plan["rows"]["call/a/hot"]["ns"] = 30;
  const Finished slower = fake.bench(against);
  EXPECT_EQ(slower.exit_code, exit_broken_must) << slower.out;
  EXPECT_THAT(slower.out, AllOf(HasSubstr("1 slower, 0 faster, 1 cannot tell"),
                                HasSubstr("slower: fake call/a/hot: ")));
  fake.plan["rows"]["call/a/hot"]["ns"] = 10;
  EXPECT_THAT(fake.bench(against).out, HasSubstr("0 slower, 1 faster, 1 cannot tell"));
}

TEST(BenchCommand, TheReportsPageTakesTheFiguresIn) {
  const FakeBench fake;
  ASSERT_EQ(fake.bench().exit_code, exit_as_expected);
  const Finished run = fake.tree.mpitcheck({"run", fake.root(), "--filter", "plain.pass", "--html",
                                            "report.html", "--bench", "out.json"});
  ASSERT_EQ(run.exit_code, exit_as_expected) << run.err;
  std::ifstream file(fake.tree.file("report.html"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(page, AllOf(HasSubstr("call/a/hot"), HasSubstr("id=\"_bench\"")));
}

class BadBenchCommands : public testing::TestWithParam<BadCommandLine> {};

TEST_P(BadBenchCommands, AreRefusedInOneLine) {
  FakeBench fake;
  fake.write();
  std::ofstream(fake.tree.file("rubbish.json")) << "rubbish";
  std::ofstream(fake.tree.file("other.json")) << R"({"schema": 1, "tests": []})";
  expect_refusal(fake.tree, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    All, BadBenchCommands,
    testing::Values(
        BadCommandLine{"no_tree", {"bench"}, exit_usage, "TREE"},
        BadCommandLine{"unknown_tree", {"bench", "/no/such"}, exit_usage, "no such tree"},
        BadCommandLine{"unknown_option", {"bench", "TREE", "--wrong"}, exit_usage, "--wrong"},
        BadCommandLine{"no_repetitions", {"bench", "TREE", "--repetitions", "0"}, exit_usage, "1"},
        BadCommandLine{"tree_and_from", {"bench", "TREE", "--from", "x"}, exit_usage, "--from"},
        BadCommandLine{"from_missing", {"bench", "--from", "no.json"}, exit_usage, "no.json"},
        BadCommandLine{"from_rubbish", {"bench", "--from", "rubbish.json"}, exit_usage, "no JSON"},
        BadCommandLine{"against_missing",
                       {"bench", "TREE", "--against", "no.json"},
                       exit_usage,
                       "--against 'no.json' cannot be read"},
        BadCommandLine{"against_rubbish",
                       {"bench", "TREE", "--against", "rubbish.json"},
                       exit_usage,
                       "no JSON at byte"},
        BadCommandLine{"against_other_report",
                       {"bench", "TREE", "--against", "other.json"},
                       exit_usage,
                       "not written by mpitcheck bench"},
        BadCommandLine{"against_folder", {"bench", "TREE", "--against", "."}, exit_usage, "'.'"},
        BadCommandLine{"unknown_filter",
                       {"bench", "TREE", "--filter", "nothing/*"},
                       exit_nothing_selected,
                       "nothing/*"},
        BadCommandLine{
            "raw_is_file", {"bench", "TREE", "--raw", "rubbish.json"}, exit_usage, "--raw"},
        BadCommandLine{"json_unwritable",
                       {"bench", "TREE", "--json", "no/folder/x"},
                       exit_usage,
                       "no/folder/x"},
        BadCommandLine{"run_with_bench_rubbish",
                       {"run", "TREE", "--html", "x.html", "--bench", "rubbish.json"},
                       exit_usage,
                       "--bench 'rubbish.json'"},
        BadCommandLine{"run_bench_without_html",
                       {"run", "TREE", "--bench", "rubbish.json"},
                       exit_usage,
                       "--html"}),
    [](const auto& bad) { return bad.param.label; });

TEST(BenchCommand, ATreeWithoutBenchmarksIsRefused) {
  FakeBench fake;
  fake.tree.manifest.erase("benchmarks");
  const Finished run = fake.bench();
  EXPECT_EQ(run.exit_code, exit_nothing_selected);
  EXPECT_THAT(run.err, HasSubstr("has no benchmark programs"));
  EXPECT_THAT(run.out, IsEmpty());
}

TEST(BenchCommand, NothingInCommonWithTheEarlierRunIsSaid) {
  FakeBench fake;
  ASSERT_EQ(fake.bench({"--json", "old.json"}).exit_code, exit_as_expected);
  fake.tree.manifest["name"] = "renamed";
  const Finished run = fake.bench({"--against", "old.json"});
  EXPECT_EQ(run.exit_code, exit_nothing_selected) << run.out;
  EXPECT_THAT(run.err, HasSubstr("no benchmark in common"));
  EXPECT_THAT(run.out, HasSubstr("call/a/hot"));  // what was measured is not lost
}

}  // namespace
}  // namespace mpitcheck::bench
