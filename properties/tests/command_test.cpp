// SPDX-License-Identifier: BSD-3-Clause
// The text form of sequences, generated sequences, and shrinking.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "properties/oracle/account.hpp"
#include "properties/runner/budget.hpp"
#include "properties/runner/generate.hpp"

namespace mpitcheck::properties {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::Each;
using testing::Le;

const Sequence sample{17,
                      {{Kind::session_create, false, 1, 2, 3},
                       {Kind::pvar_start, true, 65535, 0, 9},
                       {Kind::traffic, false, 0, 0, 0}}};

TEST(Sequence, RoundTripsAsText) {
  EXPECT_EQ(parse_sequence(encoded(sample)), sample);
  EXPECT_EQ(parse_sequence("3"), (Sequence{3, {}}));
}

TEST(Sequence, RejectsMalformedText) {
  for (const char* text :
       {"", "x", "1;nothing,0,0,0", "1;traffic,0,0", "1;traffic,0,0,0,0", "1;traffic,0,0,99999"}) {
    EXPECT_EQ(parse_sequence(text), std::nullopt) << text;
  }
}

TEST(Sequence, PrintsOnlyRelevantOperands) {
  EXPECT_EQ(text_of(sample), "session_create(), P:pvar_start(65535), traffic(0, 0)");
}

const Mix mix{.opening = {Kind::session_create},
              .weights = {{Kind::pvar_alloc, 1}, {Kind::pvar_read, 3}},
              .profiling_in = 2};

TEST(Generator, StartsWithTheOpeningAndThenDrawsFromTheMix) {
  const auto generator = sequences(mix);
  std::size_t reads = 0;
  std::size_t allocs = 0;
  for (std::uint64_t seed = 0; seed != 50; ++seed) {
    const Sequence sequence = generator(rc::Random(seed), 50).value();
    ASSERT_GE(sequence.commands.size(), 2U);
    EXPECT_EQ(sequence.commands.front().kind, Kind::session_create);
    for (const Command& command : sequence.commands) {
      reads += command.kind == Kind::pvar_read;
      allocs += command.kind == Kind::pvar_alloc;
    }
  }
  EXPECT_GT(reads, allocs);
  EXPECT_GT(allocs, 0U);
}

TEST(Generator, IsDeterministicForASeed) {
  const auto generator = sequences(mix);
  EXPECT_EQ(generator(rc::Random(7), 30).value(), generator(rc::Random(7), 30).value());
}

bool has_late_start(const Sequence& sequence) {
  return std::any_of(
      sequence.commands.begin(), sequence.commands.end(),
      [](const Command& command) { return command.kind == Kind::pvar_start && command.a > 10; });
}

std::optional<std::size_t> with_late_start(std::span<const Sequence> candidates) {
  const auto found = std::find_if(candidates.begin(), candidates.end(), has_late_start);
  if (found == candidates.end()) return std::nullopt;
  return static_cast<std::size_t>(found - candidates.begin());
}

TEST(Shrinking, KeepsTheRelevantCalls) {
  const Sequence simplest = shrunk(sample, with_late_start, {.tries = 250}).sequence;
  ASSERT_EQ(simplest.commands.size(), 1U);
  EXPECT_EQ(simplest.commands.front(), (Command{Kind::pvar_start, false, 15, 0, 0}));
}

TEST(Shrinking, RemovesWholeKindsFirst) {
  Sequence sequence = sample;
  for (int i = 0; i != 50; ++i) sequence.commands.push_back({Kind::still_up, false, 0, 0, 0});
  const Shrunk once = shrunk(sequence, with_late_start, {.tries = 1});
  EXPECT_EQ(once.sequence, sample);
  EXPECT_EQ(once.tries, 1);
}

TEST(Shrinking, ResultDoesNotDependOnParallelism) {
  std::vector<std::size_t> asked;
  const auto failing = [&](std::span<const Sequence> candidates) {
    asked.push_back(candidates.size());
    return with_late_start(candidates);
  };
  const Shrunk one = shrunk(sample, failing, {.tries = 250, .at_a_time = 1});
  EXPECT_THAT(asked, Each(1));
  asked.clear();
  const Shrunk some = shrunk(sample, failing, {.tries = 250, .at_a_time = 5});
  EXPECT_THAT(asked, Each(Le(5)));
  EXPECT_THAT(asked, Contains(5));
  EXPECT_EQ(some.sequence, one.sequence);
  EXPECT_EQ(some.tries, one.tries);
}

TEST(Shrinking, StopsAtItsTimeLimit) {
  const Shrunk none = shrunk(sample, with_late_start, {.tries = 250, .time = -1s});
  EXPECT_EQ(none.sequence, sample);
  EXPECT_EQ(none.tries, 0);
}

TEST(StartUp, LimitsTheCases) {
  EXPECT_EQ(affordable_cases(15, 1ms), 15);
  EXPECT_EQ(affordable_cases(15, 0ms), 15);
  EXPECT_LT(affordable_cases(15, 300ms), 15);
  EXPECT_GE(affordable_cases(15, 1h), 8);
  EXPECT_EQ(affordable_cases(3, 1h), 3);
}

class BudgetTest : public testing::Test {
 protected:
  void TearDown() override {
    for (const char* name :
         {"MPITCHECK_CASES", "MPITCHECK_MAX_SIZE", "MPITCHECK_COMMANDS", "RC_PARAMS"}) {
      ::unsetenv(name);
    }
  }
};

TEST_F(BudgetTest, IsReadFromTheEnvironment) {
  ::setenv("MPITCHECK_CASES", "33", 1);
  ::setenv("MPITCHECK_MAX_SIZE", "7", 1);
  const Budget budget = Budget::from_environment(5, 200);
  EXPECT_EQ(budget.seed, 5U);
  EXPECT_EQ(budget.cases, 33);
  EXPECT_TRUE(budget.cases_given);
  EXPECT_EQ(budget.max_size, 7);
}

TEST_F(BudgetTest, UsesTheParametersOfRapidCheck) {
  ::setenv("RC_PARAMS", "seed=99 max_success=4", 1);
  const Budget budget = Budget::from_environment(5, 200);
  EXPECT_EQ(budget.seed, 99U);
  EXPECT_EQ(budget.cases, 4);
  EXPECT_EQ(budget.max_size, 100);
}

TEST_F(BudgetTest, MalformedValuesAreRefused) {
  ::setenv("MPITCHECK_CASES", "many", 1);
  EXPECT_THROW(Budget::from_environment(1, 1), std::invalid_argument);
  ::setenv("MPITCHECK_CASES", "0", 1);
  EXPECT_THROW(Budget::from_environment(1, 1), std::invalid_argument);
  ::unsetenv("MPITCHECK_CASES");
  ::setenv("MPITCHECK_COMMANDS", "1;what", 1);
  EXPECT_THROW(Budget::from_environment(1, 1), std::invalid_argument);
  std::string too_long = "1";
  for (std::size_t i = 0; i <= longest_sequence; ++i) too_long += ";still_up,0,0,0";
  ::setenv("MPITCHECK_COMMANDS", too_long.c_str(), 1);
  EXPECT_THROW(Budget::from_environment(1, 1), std::invalid_argument);
  ::unsetenv("MPITCHECK_COMMANDS");
  ::setenv("RC_PARAMS", "seed=", 1);
  EXPECT_THROW(Budget::from_environment(1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace mpitcheck::properties
