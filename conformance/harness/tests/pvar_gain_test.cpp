// SPDX-License-Identifier: BSD-3-Clause
// Gains of performance variables whose values have more digits than a double.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck {
namespace {

constexpr std::uint64_t greatest_value = std::numeric_limits<std::uint64_t>::max();

PvarInfo counter() {
  PvarInfo pvar{};
  pvar.var_class = MPI_T_PVAR_CLASS_COUNTER;
  pvar.datatype = MPI_UINT64_T;
  return pvar;
}

Numbers reading(std::uint64_t value) {
  ValueBuffer buffer(MPI_UINT64_T, 1);
  std::memcpy(buffer.data(), &value, sizeof value);
  return numbers_of(buffer);
}

class PvarGain : public testing::TestWithParam<std::uint64_t> {
 protected:
  const PvarInfo pvar = counter();
  const Numbers before = reading(GetParam());
  const Numbers after = reading(GetParam() + 1);
};

INSTANTIATE_TEST_SUITE_P(Large, PvarGain,
                         testing::Values(std::uint64_t{1} << 53, std::uint64_t{1} << 63,
                                         greatest_value - 1));

TEST_P(PvarGain, OfOneIsDetectedAndRequired) {
  Gain gain(pvar);
  gain.window(before, before, after, after);
  EXPECT_TRUE(gain.moved());
  EXPECT_TRUE(gain.allows({1}));
  EXPECT_FALSE(gain.allows({0}));
  EXPECT_FALSE(gain.allows({2}));
  const Fact fact = gain.is({0}).fact();
  EXPECT_EQ(fact.wanted, std::vector<std::string>{"1"});
  ASSERT_EQ(fact.sources.size(), 2U);
  EXPECT_EQ(fact.sources[0].value, std::to_string(GetParam()));
  EXPECT_EQ(fact.sources[1].value, std::to_string(GetParam() + 1));
}

TEST_P(PvarGain, SumOutsideTheBoundsIsShown) {
  Gain gain(pvar);
  gain.window(before, before, after, after);
  EXPECT_TRUE(gain.is_sum({1}).ok());
  EXPECT_FALSE(gain.is_sum({2}).ok());
  const Fact fact = gain.is_sum({2}).fact();
  EXPECT_EQ(fact.wanted, std::vector<std::string>{"1"});
  EXPECT_EQ(fact.seen, "2");
}

TEST_P(PvarGain, OfOneKeepsAnEarlierCount) {
  Gain gain(pvar);
  gain.at_least(reading(0), after);
  EXPECT_TRUE(gain.allows(after));
  EXPECT_FALSE(gain.allows(before));
}

TEST_P(PvarGain, OfOneIsAMoveAndLosingItIsAFall) {
  EXPECT_TRUE(numbers_moved(after, before).ok());
  EXPECT_FALSE(numbers_are(after, before).ok());
  EXPECT_TRUE(none_fell(pvar, after, before).ok());
  EXPECT_FALSE(none_fell(pvar, before, after).ok());
  EXPECT_FALSE(each_number(before, Relation::at_least, after).ok());
}

TEST(PvarGainTest, WrapIsNotAFall) {
  EXPECT_TRUE(none_fell(counter(), reading(0), reading(greatest_value)).ok());
}

}  // namespace
}  // namespace mpitcheck
