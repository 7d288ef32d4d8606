// SPDX-License-Identifier: BSD-3-Clause
// Tests that are born in a nursery: like those in processes of their own, and what happens where
// there is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

/// What a test is expected to come to, and the setup that the program says it has.
struct NurseryCase {
  const char* name;
  const char* setup;
  const char* verdict;
  const char* message;  // part of it
};

constexpr NurseryCase nursery_cases[] = {
    {"a.first.waits", "nothing", "pass", ""},
    {"b.mpi.pass", "mpi", "pass", ""},
    {"b.phases.pass", "each phase", "pass", ""},
    {"b.tool.pass", "tool", "pass", ""},
    {"c.nothing.own", "nothing", "pass", ""},
    {"d.tool.crash", "tool", "crash", "SIGSEGV in MPI_T_crash()"},
    {"d.tool.exit", "tool", "early-exit", "left without a verdict: exit code 0"},
    {"d.tool.hang", "tool", "timeout", "no end within 3 s in MPI_T_hang()"},
    {"d.tool.prints", "tool", "pass", ""},
    {"d.tool.stray", "tool", "pass", ""},
    {"e.tool.surroundings", "tool", "pass", ""},
    {"f.tool.kills-nursery", "tool", "pass", ""},
    {"g.tool.after", "tool", "pass", ""},
};

class NurseryTree : public FakeTree {
 public:
  NurseryTree() {
    fs::copy_file(NURSERY_PROGRAM, root() / "bin/hostile", fs::copy_options::overwrite_existing);
    json& tests = manifest["programs"][0]["tests"] = json::array();
    for (const NurseryCase& expected : nursery_cases) {
      tests.push_back({{"name", expected.name},
                       {"setup", expected.setup},
                       {"clauses", {clause("must")}},
                       {"np", 1}});
    }
    manifest.erase("inventory");
  }

  /// Runs the tests one after another, with what the library is to do in the nursery.
  void run(const std::string& act, std::vector<std::string> options = {}) {
    manifest["env"]["NURSERY_ACT"] = act;
    write();
    const std::vector<std::string> common{"run",       root(), "--json",  "report.json",
                                          "--jobs",    "1",    "--grace", "1",
                                          "--timeout", "3",    "--seed",  "1"};
    options.insert(options.begin(), common.begin(), common.end());
    mpitcheck(options);
  }

  /// Those of the tests that ran.
  void expect_passes() const {
    const json whole = report();
    for (const json& entry : whole.at("tests")) {
      EXPECT_EQ(entry.at("verdict"), "pass") << entry.dump(1);
    }
    EXPECT_THAT(remaining_processes(), IsEmpty());
    EXPECT_THAT(remaining_files(), IsEmpty());
  }

  void expect_verdicts() const {
    for (const NurseryCase& expected : nursery_cases) {
      const json entry = test(expected.name);
      EXPECT_EQ(entry.at("verdict"), expected.verdict) << entry.dump(1);
      EXPECT_THAT(entry.at("message").get<std::string>(), HasSubstr(expected.message));
    }
    EXPECT_THAT(test("d.tool.stray").at("notes").dump(), HasSubstr("left 1 process behind"));
    EXPECT_THAT(test("d.tool.prints").at("output").dump(), HasSubstr("on stdout"));
    EXPECT_THAT(test("d.tool.prints").at("output").dump(), HasSubstr("on stderr"));
    EXPECT_THAT(remaining_processes(), IsEmpty());
    EXPECT_THAT(remaining_files(), IsEmpty());
  }

  /// What those tests measured that lived to say so.
  [[nodiscard]] std::map<std::string, std::string> measured(const char* what) const {
    std::map<std::string, std::string> figures;
    const json whole = report();
    for (const json& entry : whole.at("tests")) {
      const json metrics = entry.value("metrics", json::object());
      if (metrics.contains(what)) figures[entry.at("name")] = metrics.at(what);
    }
    return figures;
  }
};

TEST(Nursery, TestsBornThereAreAsThoseOfTheirOwn) {
  NurseryTree tree;
  tree.run("");
  tree.expect_verdicts();
  auto places = tree.measured("born");
  EXPECT_EQ(places["a.first.waits"], "by itself");
  EXPECT_EQ(places["c.nothing.own"], "by itself");
  EXPECT_EQ(places["g.tool.after"], "by itself") << "the nursery is dead";
  for (const char* name : {"b.mpi.pass", "b.phases.pass", "b.tool.pass", "d.tool.prints",
                           "d.tool.stray", "e.tool.surroundings", "f.tool.kills-nursery"}) {
    EXPECT_EQ(places[name], "in a nursery") << name;
  }
  const auto descriptors = tree.measured("descriptors");
  EXPECT_THAT(descriptors, Each(Pair(testing::_, descriptors.at("a.first.waits"))));
}

const std::vector<std::string> well_behaved{"--filter", "b.*", "--filter", "a.*",
                                            "--filter", "c.*", "--filter", "e.*",
                                            "--filter", "g.*", "--filter", "d.tool.prints"};

class WithoutNursery : public testing::TestWithParam<const char*> {};

TEST_P(WithoutNursery, EveryTestHasItsOwnProcess) {
  NurseryTree tree;
  tree.run(GetParam(), well_behaved);
  tree.expect_passes();
  EXPECT_THAT(tree.measured("born"), Each(Pair(testing::_, "by itself")));
}

INSTANTIATE_TEST_SUITE_P(Acts, WithoutNursery,
                         testing::Values("dies", "leaves", "hangs", "prints", "threads", "opens",
                                         "shares", "forks", "times"));

class NotAskedFor : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(NotAskedFor, EveryTestHasItsOwnProcess) {
  NurseryTree tree;
  std::ofstream(tree.file("mark")) << "nobody to wait for";
  std::vector<std::string> options = GetParam();
  options.insert(options.end(), well_behaved.begin(), well_behaved.end());
  tree.run("", options);
  tree.expect_passes();
  EXPECT_THAT(tree.measured("born"), Each(Pair(testing::_, "by itself")));
}

INSTANTIATE_TEST_SUITE_P(Options, NotAskedFor,
                         testing::Values(std::vector<std::string>{"--process-per-test"},
                                         std::vector<std::string>{"--env", "A=B"},
                                         std::vector<std::string>{"--preload", PRELOAD_LIBRARY}));

}  // namespace
}  // namespace mpitcheck
