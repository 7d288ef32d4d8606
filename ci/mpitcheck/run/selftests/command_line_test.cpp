// SPDX-License-Identifier: BSD-3-Clause
// The command line as a user meets it: bad input gives one clear line, and the documented exit
// code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"
#include "ci/mpitcheck/selftests/refusal.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

class BadCommandLines : public testing::TestWithParam<BadCommandLine> {};

TEST_P(BadCommandLines, AreRefusedInOneLine) {
  const FakeTree tree;
  expect_refusal(tree, GetParam());
  EXPECT_THAT(tree.remaining_files(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, BadCommandLines,
    testing::Values(
        BadCommandLine{"nothing", {}, exit_usage, "--help"},
        BadCommandLine{"no_tree", {"run"}, exit_usage, "TREE"},
        BadCommandLine{"unknown_option", {"run", "TREE", "--wrong"}, exit_usage, "--wrong"},
        BadCommandLine{
            "unknown_tree", {"run", "/no/such/tree"}, exit_usage, "no such tree: '/no/such/tree'"},
        BadCommandLine{"no_manifest", {"run", "."}, exit_usage, "no readable target.json"},
        BadCommandLine{"control_characters", {"run", "a\x1b[31m\n"}, exit_usage, "a\\x1b[31m\\n"},
        BadCommandLine{"unknown_filter",
                       {"run", "TREE", "--filter", "nothing.like*"},
                       exit_nothing_selected,
                       "nothing.like*"},
        BadCommandLine{"one_filter_of_two",
                       {"run", "TREE", "--filter", "plain.*", "--filter", "wrong"},
                       exit_nothing_selected,
                       "'wrong'"},
        BadCommandLine{
            "unknown_suite", {"run", "TREE", "--suite", "wrong"}, exit_nothing_selected, "--suite"},
        BadCommandLine{"unknown_level", {"run", "TREE", "--level", "may"}, exit_usage, "may"},
        BadCommandLine{"no_time", {"run", "TREE", "--timeout", "0"}, exit_usage, "--timeout"},
        BadCommandLine{"no_assignment", {"run", "TREE", "--env", "novalue"}, exit_usage, "K=V"},
        BadCommandLine{
            "launcher_without_np", {"run", "TREE", "--launcher", "mpiexec"}, exit_usage, "{np}"},
        BadCommandLine{"launcher_quote",
                       {"run", "TREE", "--launcher", "mpiexec '{np}"},
                       exit_usage,
                       "unbalanced quote"},
        BadCommandLine{"launcher_missing",
                       {"run", "TREE", "--launcher", "/no/such/mpiexec -n {np}"},
                       exit_usage,
                       "/no/such/mpiexec"},
        BadCommandLine{"preload_missing",
                       {"run", "TREE", "--preload", "/no/such.so"},
                       exit_usage,
                       "--preload /no/such.so"},
        BadCommandLine{"preload_no_library",
                       {"run", "TREE", "--preload", "/etc/passwd"},
                       exit_usage,
                       "no such shared library"},
        BadCommandLine{"abi_library_wrong_tree",
                       {"run", "TREE", "--abi-library", "/no.so"},
                       exit_usage,
                       "standard ABI"},
        BadCommandLine{"report_folder_missing",
                       {"run", "TREE", "--json", "no/folder/x.json"},
                       exit_usage,
                       "no/folder/x.json"},
        BadCommandLine{
            "report_is_folder", {"run", "TREE", "--html", "tmp"}, exit_usage, "it is a folder"},
        BadCommandLine{"explain_unknown",
                       {"explain", "wrong", "--tree", "TREE"},
                       exit_nothing_selected,
                       "'wrong'"},
        BadCommandLine{"list_unknown_tree",
                       {"list", "tests", "--tree", "/no/such"},
                       exit_usage,
                       "no such tree"}),
    [](const auto& bad) { return bad.param.label; });

TEST(CommandLine, OptionsAfterSubcommandsAndHelpSucceed) {
  const FakeTree tree;
  EXPECT_THAT(tree.mpitcheck({"--version"}).out, HasSubstr(MPITCHECK_VERSION));
  const Finished help = tree.mpitcheck({"run", "--help"});
  EXPECT_EQ(help.exit_code, exit_as_expected);
  EXPECT_THAT(help.out, HasSubstr("Exit codes:"));
}

TEST(CommandLine, ARefusedReportPathRunsNothing) {
  const FakeTree tree;
  std::filesystem::create_directory(tree.file("folder"));
  tree.mpitcheck(
      {"run", tree.root(), "--filter", "plain.pass", "--json", "report.json", "--junit", "folder"});
  EXPECT_FALSE(std::filesystem::exists(tree.file("report.json")));
}

TEST(CommandLine, AllReportsAreWritten) {
  const FakeTree tree;
  const Finished run =
      tree.mpitcheck({"run", tree.root(), "--filter", "plain.pass", "--json", "report.json",
                      "--junit", "j.xml", "--markdown", "m.md", "--html", "h.html"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.err;
  for (const char* name : {"report.json", "j.xml", "m.md", "h.html"}) {
    EXPECT_GT(std::filesystem::file_size(tree.file(name)), 0U) << name;
  }
}

TEST(CommandLine, AFilterTakesClauseIdsAndTheSeedIsPassedOn) {
  const FakeTree tree;
  const Finished run = tree.mpitcheck({"run", tree.root(), "--filter", FakeTree::clause("must"),
                                       "--filter", "plain.*", "--timeout", "1", "--grace", "0",
                                       "--seed", "7", "--json", "report.json"});
  EXPECT_EQ(run.exit_code, exit_broken_must);
  EXPECT_EQ(tree.report().at("tests").size(), tree.manifest["programs"][0]["tests"].size());
  EXPECT_THAT(tree.test("plain.pass").at("replay").get<std::string>(),
              HasSubstr("--filter plain.pass --seed 7"));
}

TEST(CommandLine, OnlyOurOwnErrorsExitWithThree) {
  const FakeTree tree;
  EXPECT_EQ(tree.mpitcheck({"run", tree.root(), "--filter", "result.garbage"}).exit_code,
            exit_own_error);
}

TEST(CommandLine, SeveralProcessesPerTestNeedTheLauncher) {
  const FakeTree tree;
  const Finished run = tree.mpitcheck(
      {"run", tree.root(), "--filter", "plain.pass", "--np", "3", "--json", "report.json"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out;
  EXPECT_EQ(tree.test("plain.pass").at("np"), 3);
}

TEST(CommandLine, TheSameTreeTwiceGivesTwoTargets) {
  const FakeTree tree;
  tree.mpitcheck(
      {"run", tree.root(), tree.root(), "--filter", "plain.pass", "--json", "report.json"});
  const json targets = tree.report().at("targets");
  ASSERT_EQ(targets.size(), 2U);
  EXPECT_EQ(targets[0].at("name"), "fake");
  EXPECT_EQ(targets[1].at("name"), "fake-2");
  EXPECT_EQ(targets[0].at("counts").at("cvars"), 2);
}

TEST(CommandLine, ListsClausesWithTheirTestsAndFaultsAsJson) {
  FakeTree tree;
  const std::string must = FakeTree::clause("must");
  const json fault = {{"name", "bad"}, {"brief", "It is bad."}, {"clauses", {must}}};
  tree.manifest["faults"] = {{"library", "lib/none.so"}, {"list", json::array({fault})}};
  tree.write();
  EXPECT_THAT(tree.mpitcheck({"explain", must, "--tree", tree.root()}).out, HasSubstr("bad"));
  const Finished run = tree.mpitcheck({"list", "clauses", "--json", "--tree", tree.root()});
  ASSERT_EQ(run.exit_code, exit_as_expected) << run.err;
  const json clauses = json::parse(run.out);
  std::size_t cited = 0;
  for (const json& clause : clauses) {
    for (const char* key : {"id", "level", "area", "since", "tests", "faults", "no_fault"})
      EXPECT_TRUE(clause.contains(key));
    EXPECT_EQ(clause.at("faults").size(), clause.at("id") == must ? 1U : 0U);
    if (!clause.at("tests").empty()) ++cited;
  }
  EXPECT_EQ(cited, 2U);
}

TEST(CommandLine, ListsAndExplainsTests) {
  const FakeTree tree;
  const json tests =
      json::parse(tree.mpitcheck({"list", "tests", "--json", "--tree", tree.root()}).out);
  EXPECT_EQ(tests.size(), tree.manifest["programs"][0]["tests"].size());
  EXPECT_THAT(tree.mpitcheck({"explain", "plain.pass", "--tree", tree.root()}).out,
              HasSubstr(FakeTree::clause("must")));
  EXPECT_THAT(tree.mpitcheck({"explain", FakeTree::clause("must"), "--tree", tree.root()}).out,
              HasSubstr("ranks.pass"));
}

}  // namespace
}  // namespace mpitcheck
