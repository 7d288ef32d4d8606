// SPDX-License-Identifier: BSD-3-Clause
// Reading target.json.
#include "ci/mpitcheck/judge/tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using testing::HasSubstr;

std::string refusal(const nlohmann::json& manifest) {
  try {
    parse_tree(manifest.dump(), "/root", "build/x");
  } catch (const UserError& problem) {
    EXPECT_EQ(problem.exit_code(), exit_usage);
    return problem.what();
  }
  return "not refused";
}

TEST(ParseTree, ReadsAWholeManifest) {
  const FakeTree fake;
  const Tree tree = parse_tree(fake.manifest.dump(), "/root", "build/x");
  EXPECT_EQ(tree.name, "fake");
  EXPECT_EQ(tree.named, "build/x");
  EXPECT_FALSE(tree.is_reference);
  EXPECT_EQ(tree.launcher.size(), 3U);
  EXPECT_EQ(tree.env.at("HOSTILE_MUST"), FakeTree::clause("must"));
  ASSERT_EQ(tree.programs.size(), 1U);
  EXPECT_EQ(tree.programs[0].path, "/root/bin/hostile");
  EXPECT_EQ(tree.programs[0].tests[0].name, "plain.pass");
  EXPECT_EQ(tree.inventory, "/root/bin/hostile");
}

TEST(ParseTree, ReadsFaults) {
  const FakeTree fake;
  nlohmann::json manifest = fake.manifest;
  const nlohmann::json fault = {{"name", "bad"}, {"brief", "It is bad."}, {"clauses", {"a", "b"}}};
  manifest["faults"] = {{"library", "lib/faults.so"}, {"list", nlohmann::json::array({fault})}};
  const Tree tree = parse_tree(manifest.dump(), "/root", "build/x");
  EXPECT_EQ(tree.fault_library, "/root/lib/faults.so");
  ASSERT_EQ(tree.faults.size(), 1U);
  EXPECT_EQ(tree.faults[0].name, "bad");
  EXPECT_EQ(tree.faults[0].clauses, (std::vector<std::string>{"a", "b"}));
  manifest["faults"]["list"] = 7;
  EXPECT_THAT(refusal(manifest), HasSubstr("malformed"));
}

TEST(ParseTree, ReadsListsThatMayNotBeBuilt) {
  FakeTree fake;
  const nlohmann::json fault = {{"name", "bad"}, {"brief", "It is bad."}, {"clauses", {"a"}}};
  const nlohmann::json test = {{"name", "extra.pass"}};
  fake.manifest["faults"] = {{"library", "lib/faults.so"}, {"list", "faults.json"}};
  fake.manifest["programs"].push_back(
      {{"suite", "extra"}, {"path", "bin/extra"}, {"tests", "extra.json"}});
  std::filesystem::create_directories(fake.root());
  const auto parsed = [&] { return parse_tree(fake.manifest.dump(), fake.root(), "x"); };
  EXPECT_TRUE(parsed().faults.empty());
  EXPECT_FALSE(parsed().programs[1].is_built);
  std::ofstream(fake.root() / "faults.json") << nlohmann::json::array({fault});
  std::ofstream(fake.root() / "extra.json") << nlohmann::json::array({test});
  ASSERT_EQ(parsed().faults.size(), 1U);
  EXPECT_EQ(parsed().faults[0].name, "bad");
  EXPECT_TRUE(parsed().programs[1].is_built);
  EXPECT_EQ(parsed().programs[1].tests.at(0).name, "extra.pass");
  std::ofstream(fake.root() / "faults.json") << "[";
  EXPECT_THROW(parsed(), UserError);
}

TEST(ParseTree, RefusesWhatItDoesNotUnderstand) {
  const FakeTree fake;
  nlohmann::json manifest = fake.manifest;
  manifest["suite_version"] = "99.0.0";
  EXPECT_THAT(refusal(manifest), HasSubstr("99.0.0"));
  manifest = fake.manifest;
  manifest["schema"] = 2;
  EXPECT_THAT(refusal(manifest), HasSubstr("schema 2"));
  manifest = fake.manifest;
  manifest.erase("name");
  EXPECT_THAT(refusal(manifest), HasSubstr("malformed"));
  manifest = fake.manifest;
  manifest["programs"] = 7;
  EXPECT_THAT(refusal(manifest), HasSubstr("malformed"));
  manifest = fake.manifest;
  manifest["programs"][0]["tests"][0]["np"] = 0;
  EXPECT_THAT(refusal(manifest), HasSubstr("malformed"));
  EXPECT_THAT(refusal(nlohmann::json::array()), HasSubstr("malformed"));
  EXPECT_THROW(parse_tree("{\"schema\":1,", "/root", "x"), UserError);
}

TEST(LoadTree, MissesProgramsThatWereNotBuilt) {
  FakeTree fake;
  fake.manifest["programs"][0]["path"] = "bin/unbuilt";
  fake.write();
  try {
    load_tree(fake.root());
    FAIL() << "not refused";
  } catch (const UserError& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("bin/unbuilt"));
  }
}

}  // namespace
}  // namespace mpitcheck
