// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest hostile` on a tree of its own.
#include "ci/mpitcheck/selftest/selftest_hostile.hpp"

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

class SelftestHostile : public testing::Test {
 protected:
  SelftestHostile() {
    std::filesystem::create_symlink(PRELOAD_LIBRARY, tree.root() / "bin/preload.so");
  }

  static json library(const std::string& name, const json& tests) {
    return {{"name", name}, {"brief", "It is " + name + "."}, {"tests", tests}};
  }
  Finished selftest(const std::vector<json>& libraries, std::vector<std::string> arguments = {}) {
    tree.manifest["hostile"] = {{"list", libraries}, {"library", "bin/preload.so"}};
    tree.write();
    arguments.insert(arguments.begin(), {"selftest", "hostile", tree.root().string(), "--json",
                                         tree.file("table.json").string()});
    return tree.mpitcheck(arguments);
  }
  json table() const {
    std::ifstream file(tree.file("table.json"));
    return json::parse(file);
  }

  FakeTree tree;
  const json good = library("good", {{"plain.variant", {"pass"}}});
};

TEST_F(SelftestHostile, IsContentWithRightVerdicts) {
  const Finished run = selftest({good, library("bad", {{"plain.variant", {"crash", "fail"}}})});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("2 hostile libraries, 2 verdicts, 0 wrong; report complete"));
  EXPECT_EQ(table().at("libraries")[1].at("tests")[0].at("verdict"), "fail");
}

TEST_F(SelftestHostile, TellsOfAWrongVerdict) {
  const Finished run = selftest({good, library("bad", {{"plain.variant", {"pass", "crash"}}})});
  EXPECT_EQ(run.exit_code, exit_broken_must) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("wrong: bad: It is bad.\n"
                                 "  plain.variant came to fail, right is pass or crash"));
  EXPECT_EQ(table().at("wrong"), 1);
}

TEST_F(SelftestHostile, WantsWhatDeviatesToDecideTheGate) {
  const Finished run = selftest({library("lax", {{"plain.quality", {"quality"}}})});
  EXPECT_EQ(run.exit_code, exit_broken_must) << run.out << run.err;
}

TEST_F(SelftestHostile, RefusesWhatItCannotRun) {
  EXPECT_EQ(selftest({good}, {"--filter", "none"}).exit_code, exit_nothing_selected);
  EXPECT_EQ(selftest({library("odd", {{"no.such.test", {"fail"}}})}).exit_code,
            exit_nothing_selected);
  tree.manifest.erase("hostile");
  tree.write();
  const Finished run = tree.mpitcheck({"selftest", "hostile", tree.root().string()});
  EXPECT_EQ(run.exit_code, exit_usage);
  EXPECT_THAT(run.err, HasSubstr("without its hostile libraries"));
}

}  // namespace
}  // namespace mpitcheck
