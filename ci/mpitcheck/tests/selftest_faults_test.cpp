// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest faults`: which fate a fault has, and the command on a tree with three faults.
#include "selftest_faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "error.hpp"
#include "fake_tree.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

json fault(const std::string& name, const std::string& clause) {
  return {{"name", name}, {"brief", "It is " + name + "."}, {"clauses", {clause}}};
}

TestResult result(const std::string& test, Verdict verdict, const std::string& broken = "") {
  TestResult made;
  made.name = test;
  made.verdict = verdict;
  if (!broken.empty()) {
    Failure failure;
    failure.clause = broken;
    made.failures = {failure};
  }
  return made;
}

class FateOf : public testing::Test {
 protected:
  const FaultEntry fault{"f", "", {"rule"}};
  const TestResult pass = result("t", Verdict::pass);
  const TestResult vacuous = result("t", Verdict::vacuous);
  const TestResult fail = result("t", Verdict::fail, "rule");
  const TestResult other = result("u", Verdict::fail, "another-rule");
};

TEST_F(FateOf, KilledIfATestNamesTheRule) {
  EXPECT_EQ(fate_of(fault, {pass, fail}, {}), Fate::killed);
  EXPECT_EQ(fate_of(fault, {result("t", Verdict::quality, "rule")}, {}), Fate::killed);
  TestResult crash = result("t", Verdict::crash);
  crash.charged = {"rule"};
  EXPECT_EQ(fate_of(fault, {crash}, {}), Fate::killed);
}

TEST_F(FateOf, BlurredIfOnlyAnotherRuleIsNamed) {
  EXPECT_EQ(fate_of(fault, {pass, other}, {}), Fate::blurred);
  EXPECT_EQ(fate_of(fault, {fail, other}, {}), Fate::killed);
}

TEST_F(FateOf, SurvivedOnlyIfSomethingWasExamined) {
  EXPECT_EQ(fate_of(fault, {vacuous, pass}, {}), Fate::survived);
  EXPECT_EQ(fate_of(fault, {vacuous}, {}), Fate::unseen);
  EXPECT_EQ(fate_of(fault, {}, {}), Fate::unseen);
  EXPECT_EQ(fate_of(fault, {result("t", Verdict::error, "rule")}, {}), Fate::survived);
}

TEST_F(FateOf, WhatFailedBeforeIsNotItsDoing) {
  EXPECT_EQ(fate_of(fault, {fail}, {fail}), Fate::survived);
  EXPECT_EQ(fate_of(fault, {fail}, {pass}), Fate::killed);
  EXPECT_EQ(fate_of(fault, {result("t", Verdict::crash, "rule")}, {fail}), Fate::killed);
}

TEST_F(FateOf, CollateralIsWhatFailsOverOtherRules) {
  EXPECT_THAT(collateral(fault, {pass, fail}, {}), IsEmpty());
  EXPECT_THAT(collateral(fault, {fail, other}, {}), SizeIs(1));
  EXPECT_THAT(collateral(fault, {fail, other}, {other}), IsEmpty());
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

TEST_F(SelftestFaults, RefusesWhatItCannotRun) {
  EXPECT_EQ(selftest({"--filter", "none_such"}).exit_code, exit_nothing_selected);
  tree.manifest.erase("faults");
  tree.write();
  const Finished run = selftest({});
  EXPECT_EQ(run.exit_code, exit_usage);
  EXPECT_THAT(run.err, HasSubstr("has no faults"));
}

}  // namespace
}  // namespace mpitcheck
