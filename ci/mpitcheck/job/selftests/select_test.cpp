// SPDX-License-Identifier: BSD-3-Clause
// Which tests a run takes.
#include "ci/mpitcheck/job/select.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

class Select : public testing::Test {
 protected:
  Select() {
    auto& tests = fake_.manifest["programs"][0]["tests"];
    tests = {{{"name", "a.must"}, {"clauses", {FakeTree::clause("must")}}},
             {{"name", "a.quality"}, {"clauses", {FakeTree::clause("quality")}}},
             {{"name", "b.both"},
              {"clauses", {FakeTree::clause("must"), FakeTree::clause("quality")}},
              {"np", 2}}};
    fake_.write();
    options_.trees = {fake_.root()};
  }

  std::vector<std::string> selected() {
    targets_ = load_targets(options_);
    plan_ = select_tests(targets_, options_);
    std::vector<std::string> names;
    for (const Planned& planned : plan_) names.push_back(planned.test->name);
    return names;
  }

  using Names = std::vector<std::string>;
  FakeTree fake_;
  RunOptions options_;
  std::vector<Target> targets_;
  std::vector<Planned> plan_;
};

TEST_F(Select, TakesEverythingByDefault) {
  EXPECT_EQ(selected(), (Names{"a.must", "a.quality", "b.both"}));
}

TEST_F(Select, FiltersByNameAndClause) {
  options_.filters = {"a.q*"};
  EXPECT_EQ(selected(), (Names{"a.quality"}));
  options_.filters = {FakeTree::clause("quality")};
  EXPECT_EQ(selected(), (Names{"a.quality", "b.both"}));
  options_.filters = {"a.must", "b.*"};
  EXPECT_EQ(selected(), (Names{"a.must", "b.both"}));
}

TEST_F(Select, FiltersByLevelAndSuite) {
  options_.levels = {"quality"};
  EXPECT_EQ(selected(), (Names{"a.quality", "b.both"}));
  options_.suites = {"stress"};
  EXPECT_THROW(selected(), UserError);
}

TEST_F(Select, GivesEachTestTheProcessesItNeeds) {
  selected();
  EXPECT_EQ(plan_[0].np, 1);
  EXPECT_EQ(plan_[2].np, 2);
  options_.np = 4;
  selected();
  EXPECT_EQ(plan_[0].np, 4);
  EXPECT_EQ(plan_[2].np, 4);
}

TEST_F(Select, SaysWhyAClauseSelectsNothing) {
  options_.filters = {FakeTree::clause("advice")};
  try {
    selected();
    FAIL() << "not refused";
  } catch (const UserError& problem) {
    EXPECT_EQ(problem.exit_code(), exit_nothing_selected);
    EXPECT_THAT(problem.what(), testing::HasSubstr("has no test"));
  }
}

}  // namespace
}  // namespace mpitcheck
