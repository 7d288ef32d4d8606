// SPDX-License-Identifier: BSD-3-Clause
// Verdicts come from the ranks' own records: how a launcher starts the ranks and what becomes of
// their output changes none, and a rank that is missing is never a pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Words = std::vector<std::string>;

/// Runs the tests of that name under the fake launcher, in that manner.
json run_under(FakeTree& tree, const std::string& filter, const Words& manner) {
  Words launcher{FAKE_LAUNCHER};
  launcher.insert(launcher.end(), manner.begin(), manner.end());
  launcher.insert(launcher.end(), {"-n", "{np}"});
  tree.manifest["launcher"] = launcher;
  tree.write();
  const Finished run = tree.mpitcheck(
      {"run", tree.root(), "--filter", filter, "--json", "report.json", "--seed", "1"});
  EXPECT_THAT(tree.remaining_processes(), IsEmpty());
  EXPECT_THAT(run.err, testing::Not(HasSubstr("terminate called")));
  return tree.report().at("tests");
}

/// What the runner says of each test, apart from times and output.
json said_of(const json& tests) {
  json said = json::object();
  for (const json& test : tests) {
    said[test.at("name").get<std::string>()] = {test.at("verdict"), test.at("message"),
                                                test.at("charged"), test.at("examinations")};
  }
  return said;
}

class OtherManner : public testing::TestWithParam<Words> {};

TEST_P(OtherManner, ChangesNoVerdict) {
  FakeTree tree;
  const json usual = said_of(run_under(tree, "ranks.*", {}));
  ASSERT_THAT(usual, SizeIs(6));
  EXPECT_EQ(said_of(run_under(tree, "ranks.*", GetParam())), usual);
}

INSTANTIATE_TEST_SUITE_P(Launcher, OtherManner,
                         testing::Values(Words{"--reversed"}, Words{"--late", "0"},
                                         Words{"--late", "1"}, Words{"--mute"}, Words{"--forged"},
                                         Words{"--reversed", "--mute", "--forged"}));

TEST(Launcher, TheseMannersAreWhatTheyAreCalled) {
  FakeTree tree;
  const auto output = [&](const Words& manner) {
    return run_under(tree, "ranks.pass", manner).at(0).at("output").get<std::string>();
  };
  const std::string first = "rank 0 here\n";
  const std::string second = "rank 1 here\n";
  EXPECT_EQ(output({"--late", "1"}), first + second);
  EXPECT_EQ(output({"--late", "0"}), second + first);
  EXPECT_EQ(output({"--reversed"}), second + first);
  EXPECT_EQ(output({"--mute"}), "");
  EXPECT_THAT(output({"--forged"}), HasSubstr("\"verdict\":\"fail\""));
}

struct Loss {
  const char* name;
  Words manner;
  const char* verdict;
  const char* message;  // part of it
};

class RankMissing : public testing::TestWithParam<Loss> {};

TEST_P(RankMissing, IsNoPass) {
  FakeTree tree;
  const json test = run_under(tree, "ranks.pass", GetParam().manner).at(0);
  EXPECT_EQ(test.at("verdict"), GetParam().verdict) << test.dump(1);
  EXPECT_THAT(test.at("message").get<std::string>(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Launcher, RankMissing,
    testing::Values(
        Loss{"first", {"--lost", "0"}, "early-exit", "rank 0: left without a verdict"},
        Loss{"last", {"--lost", "1"}, "early-exit", "rank 1: left without a verdict"},
        Loss{"claimed", {"--lost", "1", "--forged"}, "early-exit", "no result file"},
        Loss{"late", {"--late", "0", "--lost", "0"}, "early-exit", "rank 0: left without"},
        Loss{"twice", {"--twice", "1"}, "error", "2 processes took themselves for rank 1"},
        Loss{"none_awaited", {"--no-wait"}, "early-exit", "no result file"},
        Loss{"none_started", {"--no-such-option"}, "error", "the launcher started nothing"}),
    [](const auto& loss) { return loss.param.name; });

TEST(Launcher, ATemplateOfTheCommandLineReplacesTheTreesOwn) {
  FakeTree tree;
  tree.manifest["launcher"] = json::array();
  tree.write();
  const std::string launcher = FAKE_LAUNCHER + std::string(" --reversed --ntasks={np}");
  const Finished run = tree.mpitcheck({"run", tree.root(), "--filter", "ranks.pass", "--launcher",
                                       launcher, "--json", "report.json"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out;
  EXPECT_EQ(tree.test("ranks.pass").at("verdict"), "pass");
  EXPECT_THAT(tree.test("ranks.pass").at("replay").get<std::string>(),
              HasSubstr("--launcher '" + launcher + "'"));
}

}  // namespace
}  // namespace mpitcheck
