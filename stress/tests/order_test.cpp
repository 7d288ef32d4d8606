// SPDX-License-Identifier: BSD-3-Clause
// Calls of several threads: replaced values, and the last switch.
#include <gtest/gtest.h>

#include <vector>

#include "stress/history/order.hpp"

namespace mpitcheck::stress {
namespace {

constexpr std::uint64_t initial = 0x1111111111111111;

Truth truth(const std::vector<Access>& accesses) {
  return check_whole_values(accesses, initial).truth;
}

TEST(WholeValues, WrittenValuesAreAccepted) {
  EXPECT_EQ(truth({{false, initial, {1, 2}}}), Truth::yes);
  EXPECT_EQ(truth({{true, 7, {1, 2}}, {false, 7, {3, 4}}}), Truth::yes);
  EXPECT_EQ(truth({{true, 0x0000000700000007, {1, 2}}, {false, 0x1111111100000007, {3, 4}}}),
            Truth::no)
      << "torn";
}

TEST(WholeValues, MayBeOldOrNewDuringAWrite) {
  EXPECT_EQ(truth({{true, 7, {1, 4}}, {false, initial, {2, 3}}}), Truth::yes);
  EXPECT_EQ(truth({{true, 7, {1, 4}}, {false, 7, {2, 3}}}), Truth::yes);
  EXPECT_EQ(truth({{true, 7, {1, 4}}, {true, 8, {2, 3}}, {false, 7, {5, 6}}}), Truth::yes);
  EXPECT_EQ(truth({{true, 7, {1, 4}}, {true, 8, {2, 3}}, {false, 8, {5, 6}}}), Truth::yes);
}

TEST(WholeValues, OverwrittenValuesAreRejected) {
  EXPECT_EQ(truth({{true, 7, {1, 2}}, {false, initial, {3, 4}}}), Truth::no);
  EXPECT_EQ(truth({{true, 7, {1, 2}}, {true, 8, {3, 4}}, {false, 7, {5, 6}}}), Truth::no);
}

TEST(WholeValues, ValuesBeforeTheirWriteAreRejected) {
  EXPECT_EQ(truth({{false, 7, {1, 2}}, {true, 7, {3, 4}}}), Truth::no);
}

State state(const std::vector<Switch>& calls) { return state_after(calls); }

TEST(LastCall, IsKnownWithoutOverlapOfTheOtherKind) {
  EXPECT_EQ(state({}), State::unknown);
  EXPECT_EQ(state({{true, {1, 2}}, {false, {3, 4}}}), State::stopped);
  EXPECT_EQ(state({{false, {1, 2}}, {true, {3, 4}}}), State::running);
  EXPECT_EQ(state({{true, {1, 4}}, {false, {2, 3}}}), State::unknown);
  EXPECT_EQ(state({{true, {1, 4}}, {true, {2, 3}}}), State::running);
}

TEST(LastCall, OverlapIsTransitive) {
  EXPECT_EQ(state({{false, {1, 10}}, {true, {2, 3}}, {true, {9, 11}}}), State::unknown);
  EXPECT_EQ(state({{false, {1, 8}}, {true, {2, 3}}, {true, {9, 11}}}), State::running);
}

}  // namespace
}  // namespace mpitcheck::stress
