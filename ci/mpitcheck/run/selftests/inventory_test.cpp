// SPDX-License-Identifier: BSD-3-Clause
// Inventories: reading, counting, printing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <map>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/run/inventory.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using testing::HasSubstr;
using testing::Not;

Outcome ended_by(int wait_status, const std::string& output) {
  Outcome outcome;
  outcome.ending.emplace();
  outcome.ending->wait_status = wait_status;
  outcome.output = output;
  return outcome;
}

TEST(Inventory, AWholeObjectCountsEvenIfTheProgramDiedAfterwards) {
  const Inventory inventory =
      parse_inventory(ended_by(SIGSEGV, R"({"cvars":[{},{}],"pvars":[{}]})"));
  ASSERT_TRUE(inventory.content);
  EXPECT_EQ(count(*inventory.content).cvars, 2U);
  EXPECT_EQ(count(*inventory.content).pvars, 1U);
  EXPECT_EQ(count(*inventory.content).events, 0U);
}

TEST(Inventory, KeepsWhatTellsOneVersionsObjectsFromTheNexts) {
  const auto content = nlohmann::json::parse(R"({
    "cvars": [{"name": "a", "index": 7, "value": "1", "datatype": "MPI_INT", "enumtype": null,
               "desc": "text"}, {"index": 8}, 3],
    "enums": [{"name": "e", "items": [{"name": "on", "value": 1}]}],
    "events": [{"name": "sent", "index": 0, "elements": ["MPI_INT", "MPI_DOUBLE"]},
               {"index": 1, "readable": false}],
    "pvars": {"no": "list"}})");
  const std::vector<NamedObject> objects = named_objects(content);
  ASSERT_EQ(objects.size(), 3U);
  EXPECT_EQ(objects[0].kind, "cvar");
  EXPECT_EQ(objects[0].name, "a");
  EXPECT_EQ(objects[0].desc, "text");
  EXPECT_EQ(objects[0].type, (std::map<std::string, std::string>{{"datatype", "MPI_INT"}}));
  EXPECT_EQ(objects[1].type.at("items"), "on = 1");
  EXPECT_EQ(objects[2].kind, "event");
  EXPECT_EQ(objects[2].type.at("elements"), "MPI_INT, MPI_DOUBLE");
}

TEST(Inventory, StandsInTheReport) {
  const FakeTree tree;
  tree.mpitcheck({"run", tree.root(), "--filter", "plain.pass", "--json", "report.json"});
  const nlohmann::json target = tree.report().at("targets")[0];
  EXPECT_EQ(target.at("inventory").at(0).at("kind"), "cvar") << target.dump(1);
}

TEST(Inventory, NamesTheCallsThatEndTheProcess) {
  const Inventory inventory = parse_inventory(ended_by(
      0, R"({"ends_process":[{"function":"MPI_T_cvar_read","object":3,"how":"SIGSEGV"}]})"));
  ASSERT_TRUE(inventory.content);
  EXPECT_EQ(deadly_calls(*inventory.content),
            (std::vector<DeadlyCall>{{"MPI_T_cvar_read", 3, "SIGSEGV"}}));
  EXPECT_THAT(inventory_text(*inventory.content),
              HasSubstr("MPI_T_cvar_read of number 3 ends the process (SIGSEGV)"));
  EXPECT_TRUE(deadly_calls({{"ends_process", "nonsense"}}).empty());
}

TEST(Inventory, HalfAnObjectIsAProblemThatNamesTheSignal) {
  const Inventory inventory = parse_inventory(ended_by(SIGSEGV, R"({"cvars":[{)"));
  EXPECT_FALSE(inventory.content);
  EXPECT_THAT(inventory.problem, HasSubstr("SIGSEGV"));
}

TEST(Inventory, IsPrintedForPeopleAndForPrograms) {
  const FakeTree tree;
  const Finished text = tree.mpitcheck({"inventory", tree.root()});
  EXPECT_EQ(text.exit_code, exit_as_expected) << text.err;
  EXPECT_THAT(text.out, HasSubstr("cvars (2)"));
  EXPECT_THAT(text.out, HasSubstr("a\\u{202e}\\x07"));
  EXPECT_THAT(text.out, HasSubstr("on = 1"));
  EXPECT_THAT(text.out, Not(HasSubstr("\x1b")));
  const Finished json_text = tree.mpitcheck({"inventory", tree.root(), "--json"});
  EXPECT_EQ(nlohmann::json::parse(json_text.out).at("cvars").size(), 2U);
}

TEST(Inventory, ThatHangsIsEndedAndTheRunGoesOn) {
  FakeTree tree;
  tree.manifest["inventory"] = "bin/stuck";
  tree.write();
  std::ofstream(tree.root() / "bin/stuck") << "#!/bin/sh\nsleep 3600\n";
  std::filesystem::permissions(tree.root() / "bin/stuck", std::filesystem::perms::owner_all);
  const Finished run = tree.mpitcheck(
      {"run", tree.root(), "--filter", "plain.pass", "--timeout", "2", "--json", "report.json"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.err;
  EXPECT_TRUE(tree.report().at("targets")[0].at("counts").is_null())
      << tree.report().at("targets").dump(1);
  EXPECT_THAT(run.out, HasSubstr("no inventory: no end within the time limit"));
}

}  // namespace
}  // namespace mpitcheck
