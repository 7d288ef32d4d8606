// SPDX-License-Identifier: BSD-3-Clause
// The gate as a user meets it: `mpitcheck run --expect FILE`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* fake_head = "library: Fake MPI\nversion: 1.*\n";
constexpr const char* known_fail = "plain.fail  fail  bug  \"why\"  \"\"\n";
constexpr const char* known_quality =
    "signal.segv  crash  wontfix  \"why\"  \"SIGSEGV in MPI_T_\"\n";

class GateRun : public testing::Test {
 protected:
  FakeTree tree_;

  void write(const std::string& text) const { std::ofstream(tree_.file("x.txt")) << text; }
  std::string content() const {
    std::ifstream file(tree_.file("x.txt"));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Runs a pass, a broken `must` and a crash that breaks only a `quality` clause.
  Finished run(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"run",      tree_.root(), "--filter", "plain.pass",
                                          "--filter", "plain.fail", "--filter", "signal.segv",
                                          "--expect", "x.txt",      "--json",   "report.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return tree_.mpitcheck(arguments);
  }

  /// The problems that the gate found with these entries, once exit code and report are checked.
  std::vector<std::string> problems(const std::string& entries) const {
    write(fake_head + entries);
    const Finished finished = run();
    const json gate = tree_.report().at("summary").at("gate");
    std::vector<std::string> found;
    for (const json& finding : gate.at("findings")) {
      found.push_back(finding.at("problem"));
      EXPECT_THAT(finished.out, HasSubstr(finding.at("line").get<std::string>()));
    }
    EXPECT_EQ(finished.exit_code, found.empty() ? exit_as_expected : exit_broken_must)
        << finished.out;
    EXPECT_EQ(tree_.report().at("summary").at("exit_code"), finished.exit_code);
    return found;
  }
};

TEST_F(GateRun, KnownDeviationsAreExpected) {
  EXPECT_THAT(problems(std::string(known_fail) + known_quality), IsEmpty());
  EXPECT_EQ(tree_.report().at("summary").at("gate").at("known"), 2);
  EXPECT_EQ(tree_.test("plain.fail").at("expected"), true);
  EXPECT_EQ(tree_.test("plain.fail").at("known").at("reason"), "why");
  EXPECT_EQ(tree_.test("plain.pass").at("known"), nullptr);
}

TEST_F(GateRun, OneExpectationRemoved) {
  EXPECT_THAT(problems(known_quality), ElementsAre("unexpected-failure"));
  EXPECT_EQ(tree_.test("plain.fail").at("expected"), false);
}

TEST_F(GateRun, OneExpectationAdded) {
  EXPECT_THAT(problems(std::string(known_fail) + "plain.pass  fail  bug  \"why\"  \"\"\n"),
              ElementsAre("unexpected-pass"));
}

TEST_F(GateRun, AnImprovement) {
  EXPECT_THAT(problems("plain.fail  crash  bug  \"why\"  \"\"\n"), ElementsAre("improvement"));
}

TEST_F(GateRun, AChangedMessage) {
  EXPECT_THAT(problems(std::string(known_fail) + "signal.segv  crash  bug  \"why\"  \"SIGBUS\"\n"),
              ElementsAre("changed-message"));
}

TEST_F(GateRun, AStaleEntry) {
  EXPECT_THAT(problems(std::string(known_fail) + "no.such  fail  bug  \"why\"  \"\"\n"),
              ElementsAre("stale"));
}

TEST_F(GateRun, AnEntryOfATestThatIsNotSelectedIsNotStale) {
  EXPECT_THAT(problems(std::string(known_fail) + "late.loop  timeout  bug  \"why\"  \"\"\n"),
              IsEmpty());
}

TEST_F(GateRun, ATooWideEntry) {
  EXPECT_THAT(problems("*  fail  bug  \"why\"  \"\"\n"),
              testing::IsSupersetOf({"too-wide", "unexpected-pass"}));
}

TEST_F(GateRun, AnExpiredEntry) {
  EXPECT_THAT(problems("plain.fail  fail  bug  \"why\"  \"\"  until=2001-01-01\n"),
              ElementsAre("expired"));
}

TEST_F(GateRun, FilesForOtherLibrariesAreIgnored) {
  std::ofstream(tree_.file("other.txt"))
      << "library: Other\nversion: 1\nx  fail  bug  \"r\"  \"\"\n";
  write(std::string(fake_head) + known_fail);
  EXPECT_EQ(run({"--expect", "other.txt"}).exit_code, exit_as_expected);
  EXPECT_EQ(run({"--expect", "other.txt", "--update-expectations"}).exit_code, exit_usage);
}

TEST_F(GateRun, AMalformedFileIsRefusedInOneLine) {
  write(std::string(fake_head) + "plain.fail  fail\n");
  const Finished finished = run();
  EXPECT_EQ(finished.exit_code, exit_usage);
  EXPECT_THAT(finished.err, HasSubstr("x.txt:3: an entry is:"));
  EXPECT_THAT(finished.out, IsEmpty());
  std::filesystem::remove(tree_.file("x.txt"));
  EXPECT_THAT(run().err, HasSubstr("expectations 'x.txt' cannot be read"));
}

TEST_F(GateRun, KnownDeviationsAreToldInALineEach) {
  write(std::string(fake_head) + known_fail);
  const Finished finished = run();
  EXPECT_THAT(finished.out, HasSubstr("[fake (known), 1 test]\n"));
  EXPECT_THAT(finished.out, HasSubstr("Gate: as expected. Known deviations: 1."));
  EXPECT_THAT(finished.err, Not(HasSubstr("plain.fail")));
}

TEST_F(GateRun, TheUpdateMakesTheFileFit) {
  write(std::string("# Mine.\n") + fake_head + "gone  fail  bug  \"r\"  \"\"\n" +
        "plain.pass  fail  bug  \"r\"  \"\"\n");
  const Finished finished = run({"--update-expectations"});
  EXPECT_EQ(finished.exit_code, exit_as_expected) << finished.out;
  EXPECT_THAT(finished.err, HasSubstr("x.txt: 1 added, 2 removed, 0 changed"));
  EXPECT_EQ(content(), std::string("# Mine.\n") + fake_head +
                           "\nplain.fail  fail  bug  \"to be reviewed\"  \"\"\n");
  EXPECT_EQ(run().exit_code, exit_as_expected);
  EXPECT_THAT(tree_.remaining_files(), IsEmpty());
}

TEST_F(GateRun, TheUpdateWritesTheFirstFileOfALibrary) {
  EXPECT_EQ(run({"--update-expectations"}).exit_code, exit_as_expected);
  EXPECT_EQ(content(),
            "library: Fake MPI\nversion: 1.0\n\n"
            "plain.fail  fail  bug  \"to be reviewed\"  \"\"\n");
  EXPECT_THAT(run({"--expect", "more.txt", "--update-expectations"}).err,
              HasSubstr("'more.txt' does not exist"));
}

TEST_F(GateRun, TheUpdateNeedsAFile) {
  EXPECT_EQ(tree_.mpitcheck({"run", tree_.root(), "--update-expectations"}).exit_code, exit_usage);
}

}  // namespace
}  // namespace mpitcheck
