// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest faults` on a tree of its own.
#include "ci/mpitcheck/selftest/selftest_faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json fault(const std::string& name, const std::string& clause) {
  return {{"name", name}, {"brief", "It is " + name + "."}, {"clauses", {clause}}};
}

class SelftestFaults : public testing::Test {
 protected:
  SelftestFaults() {
    std::filesystem::create_symlink(PRELOAD_LIBRARY, tree.root() / "bin/preload.so");
    list({fault("bad", FakeTree::clause("must"))});
  }

  void list(const std::vector<json>& faults) {
    tree.manifest["faults"] = {{"list", faults}, {"library", "bin/preload.so"}};
    tree.write();
  }
  Finished selftest(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"selftest", "faults", tree.root().string(), "--test",
                                         "plain.variant", "--whole-suite"});
    return tree.mpitcheck(arguments);
  }

  FakeTree tree;
};

TEST_F(SelftestFaults, TellsWhoKilledWhat) {
  const Finished run = selftest({"--json", "faults.json"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 of 1 faults: 1 killed"));
  std::ifstream file(tree.file("faults.json"));
  const json entry = json::parse(file).at("faults")[0];
  EXPECT_EQ(entry.at("fate"), "killed");
  EXPECT_THAT(entry.at("killed_by"), testing::ElementsAre("plain.variant"));
}

TEST_F(SelftestFaults, FailsOverASurvivor) {
  list({fault("bad", FakeTree::clause("must")), fault("subtle", FakeTree::clause("must"))});
  const Finished run = selftest({});
  EXPECT_EQ(run.exit_code, exit_broken_must);
  EXPECT_THAT(run.out, HasSubstr("survived: subtle: It is subtle."));
  EXPECT_EQ(selftest({"--filter", "bad"}).exit_code, exit_as_expected);
}

TEST_F(SelftestFaults, TellsWhatHadNoOccasionToShow) {
  list({fault("quiet", FakeTree::clause("must"))});
  Finished run = selftest({});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("idle: quiet: It is quiet."));
  tree.manifest["kind"] = "reference";
  tree.write();
  run = selftest({});
  EXPECT_EQ(run.exit_code, exit_broken_must) << "on the reference each fault must show";
}

TEST_F(SelftestFaults, TellsOfHowManyASampleIs) {
  list({fault("a", FakeTree::clause("must")), fault("bad", FakeTree::clause("must")),
        fault("subtle", FakeTree::clause("must"))});
  const Finished run = selftest({"--every", "3"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 of 3 faults: 1 killed"));
  EXPECT_EQ(selftest({"--every", "0"}).exit_code, exit_usage);
  EXPECT_EQ(selftest({"--every", "9"}).exit_code, exit_nothing_selected);
}

TEST_F(SelftestFaults, StartsASampleWhereAsked) {
  list({fault("a", FakeTree::clause("must")), fault("bad", FakeTree::clause("must")),
        fault("subtle", FakeTree::clause("must"))});
  const Finished run = selftest({"--every", "3", "--offset", "2"});
  EXPECT_EQ(run.exit_code, exit_broken_must);
  EXPECT_THAT(run.out, HasSubstr("1 of 3 faults: 0 killed, 0 blurred, 1 survived"));
  EXPECT_EQ(selftest({"--every", "3", "--offset", "3"}).exit_code, exit_nothing_selected);
}

class RandomTests : public SelftestFaults {
 protected:
  // The tests of two programs, one of them of random sequences.
  Finished run_with(const std::string& written, const std::string& random) {
    const auto program = [](const std::string& test, bool is_random) {
      const json entry = {{"name", test}, {"clauses", {FakeTree::clause("must")}}, {"np", 1}};
      return json{{"suite", is_random ? "random" : "written"},
                  {"path", "bin/hostile"},
                  {"random", is_random},
                  {"tests", json::array({entry})}};
    };
    tree.manifest["programs"] = json::array({program(random, true), program(written, false)});
    tree.write();
    return tree.mpitcheck(
        {"selftest", "faults", tree.root().string(), "--json", tree.file("faults.json").string()});
  }
  json killers() {
    std::ifstream file(tree.file("faults.json"));
    return json::parse(file).at("faults")[0].at("killed_by");
  }
};

TEST_F(RandomTests, ComeWhereTheWrittenOnesMissAFault) {
  const Finished run = run_with("plain.pass", "plain.variant");
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out << run.err;
  EXPECT_THAT(killers(), testing::ElementsAre("plain.variant"));
}

TEST_F(RandomTests, DoNotRunWhereTheWrittenOnesKill) {
  run_with("plain.variant", "plain.variant");
  EXPECT_THAT(killers(), testing::SizeIs(1));
}

TEST_F(SelftestFaults, RefusesWhatItCannotRun) {
  EXPECT_EQ(selftest({"--filter", "none_such"}).exit_code, exit_nothing_selected);
  tree.manifest.erase("faults");
  tree.write();
  const Finished run = selftest({});
  EXPECT_EQ(run.exit_code, exit_usage);
  EXPECT_THAT(run.err, HasSubstr("without its faults"));
}

}  // namespace
}  // namespace mpitcheck
