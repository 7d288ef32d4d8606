// SPDX-License-Identifier: BSD-3-Clause
// Histories of one handle: right ones pass, wrong ones fail.
#include "stress/history/counting.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace mpitcheck::stress {
namespace {

constexpr Counted by_two{2, ~std::uint64_t{0}, true};

Truth truth(const std::vector<CountedUse>& uses, const Counted& counted = by_two) {
  return check_counting(uses, counted).truth;
}

TEST(Counting, CountsMessagesSentWhileStarted) {
  // No other thread sends, so the bounds are exact.
  EXPECT_EQ(truth({{Use::start, 0, 5, 5, 5}, {Use::read, 6, 8, 8, 8}}), Truth::yes);
  EXPECT_EQ(truth({{Use::start, 0, 5, 5, 5}, {Use::read, 5, 8, 8, 8}}), Truth::no);
  EXPECT_EQ(truth({{Use::start, 0, 5, 5, 5}, {Use::read, 7, 8, 8, 8}}), Truth::no);
}

TEST(Counting, ConcurrentMessagesMayCount) {
  // Two messages of other threads were in progress at the start, and three at the read.
  for (const std::uint64_t value : {2U, 6U, 16U}) {
    EXPECT_EQ(truth({{Use::start, 0, 5, 7, 1}, {Use::read, value, 8, 13, 2}}), Truth::yes) << value;
  }
  EXPECT_EQ(truth({{Use::start, 0, 5, 7, 1}, {Use::read, 0, 8, 13, 2}}), Truth::no)
      << "own ones do";
  EXPECT_EQ(truth({{Use::start, 0, 5, 7, 1}, {Use::read, 18, 8, 13, 2}}), Truth::no);
}

TEST(Counting, DoesNotChangeWhileStopped) {
  const CountedUse start{Use::start, 0, 0, 0, 0};
  const CountedUse stop{Use::stop, 0, 3, 5, 3};
  EXPECT_EQ(truth({start, stop, {Use::read, 8, 5, 9, 3}, {Use::read, 8, 9, 9, 3}}), Truth::yes);
  EXPECT_EQ(truth({start, stop, {Use::read, 8, 5, 9, 3}, {Use::read, 10, 9, 9, 3}}), Truth::no);
  EXPECT_EQ(truth({start, stop, {Use::read, 12, 9, 9, 3}}), Truth::no) << "more than until then";
}

TEST(Counting, ContinuesAfterARestart) {
  const std::vector<CountedUse> before{
      {Use::start, 0, 0, 0, 0}, {Use::stop, 0, 3, 3, 3}, {Use::start, 0, 10, 10, 10}};
  const auto with = [&](CountedUse last) {
    std::vector<CountedUse> all = before;
    all.push_back(last);
    return truth(all);
  };
  EXPECT_EQ(with({Use::read, 8, 11, 11, 11}), Truth::yes);
  EXPECT_EQ(with({Use::read, 2, 11, 11, 11}), Truth::no);
  EXPECT_EQ(with({Use::read, 22, 11, 11, 11}), Truth::no);
}

TEST(Counting, RestartsAfterAReset) {
  const CountedUse start{Use::start, 0, 0, 0, 0};
  EXPECT_EQ(truth({start, {Use::reset, 0, 4, 4, 4}, {Use::read, 2, 5, 5, 5}}), Truth::yes);
  EXPECT_EQ(truth({start, {Use::reset, 0, 4, 4, 4}, {Use::read, 10, 5, 5, 5}}), Truth::no);
  EXPECT_EQ(truth({start, {Use::readreset, 8, 4, 4, 4}, {Use::read, 8, 4, 4, 4}}), Truth::no);
}

TEST(Counting, SumsDoNotDecrease) {
  EXPECT_EQ(truth({{Use::start, 0, 0, 9, 0}, {Use::read, 12, 0, 9, 0}, {Use::read, 10, 0, 9, 0}}),
            Truth::no);
}

TEST(Counting, Wraps) {
  const Counted narrow{1, 0xffffffffU, true};
  EXPECT_EQ(
      truth({{Use::start, 0, 0, 0, 0}, {Use::read, 2, 0x100000002U, 0x100000002U, 0}}, narrow),
      Truth::yes);
}

TEST(Counting, IsUnclearBeforeTheFirstStart) {
  EXPECT_EQ(truth({{Use::read, 4711, 0, 0, 0}}), Truth::yes);
}

TEST(Counting, JudgesOnlyIdleWindowsWithoutAKnownGain) {
  const Counted unknown{1, ~std::uint64_t{0}, false};
  const CountedUse start{Use::start, 0, 0, 0, 0};
  const CountedUse stop{Use::stop, 0, 1, 1, 1};
  EXPECT_EQ(truth({start, stop, {Use::read, 99, 1, 1, 1}, {Use::read, 99, 1, 1, 1}}, unknown),
            Truth::yes);
  EXPECT_EQ(truth({start, stop, {Use::read, 99, 1, 1, 1}, {Use::read, 98, 1, 1, 1}}, unknown),
            Truth::no);
}

}  // namespace
}  // namespace mpitcheck::stress
