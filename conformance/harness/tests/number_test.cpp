// SPDX-License-Identifier: BSD-3-Clause
// Whole numbers keep all digits.
#include "conformance/harness/facts/number.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t beyond_doubles = std::uint64_t{1} << 53;

TEST(Number, KeepsAllDigitsOfWholeNumbers) {
  EXPECT_EQ(Number(0).text(), "0");
  EXPECT_EQ(Number(-1).text(), "-1");
  EXPECT_EQ(Number(100000).text(), "100000");
  EXPECT_EQ(Number(most).text(), "18446744073709551615");
  EXPECT_EQ(Number(std::numeric_limits<std::int64_t>::min()).text(), "-9223372036854775808");
  EXPECT_EQ((Number(most) + most).text(), "36893488147419103230");
  EXPECT_EQ((0 - Number(most)).text(), "-18446744073709551615");
}

TEST(Number, ComparesWholeNumbersExactly) {
  for (const std::uint64_t whole : {beyond_doubles, most - 1}) {
    EXPECT_NE(Number(whole + 1), Number(whole));
    EXPECT_GT(Number(whole + 1), Number(whole));
    EXPECT_EQ(Number(whole + 1) - Number(whole), 1);
    EXPECT_EQ(Number(whole) - Number(whole + 1), -1);
    EXPECT_EQ(Number(whole) + 1, Number(whole + 1));
  }
  EXPECT_LT(Number(-1), Number(0));
  EXPECT_LT(Number(std::numeric_limits<std::int64_t>::min()), Number(-1));
  EXPECT_LT(Number(std::numeric_limits<std::int64_t>::max()), Number(most));
}

TEST(Number, MixesWithDoubles) {
  EXPECT_EQ(Number(0.1).text(), "0.1");
  EXPECT_EQ(Number(3.0).text(), "3");
  EXPECT_EQ(Number(3.0), Number(3));
  EXPECT_EQ(Number(1) + 0.5, Number(1.5));
  EXPECT_EQ(Number(0.5) - 1, Number(-0.5));
  EXPECT_EQ(Number(-7).as_double(), -7.0);
  EXPECT_EQ((Number(most) + 1).as_double(), 0x1p64);
  EXPECT_LT(Number(most), Number(std::numeric_limits<double>::infinity()));
  EXPECT_NE(Number(std::nan("")), Number(std::nan("")));
}

std::string by_to_chars(double number) {
  std::array<char, 40> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

TEST(DoubleText, IsTheShortestThatRoundTrips) {
  for (const double number : {0.0,          -0.0,
                              1.0,          0.1,
                              1.0 / 3,      1e5,
                              123000.0,     1e-4,
                              0.001234,     1e15,
                              1e16,         1e17,
                              1e22,         1e300,
                              5e-324,       9007199254740993.0,
                              -2.5e-7,      std::numeric_limits<double>::max(),
                              std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(double_text(number), by_to_chars(number));
    EXPECT_EQ(double_text(-number), by_to_chars(-number));
  }
}

TEST(DoubleText, IsTheShortestThatRoundTripsForRandomNumbers) {
  std::mt19937_64 words(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers in each run
  for (int i = 0; i < 20000; ++i) {
    const double any = std::bit_cast<double>(words());
    EXPECT_EQ(double_text(any), by_to_chars(any));
    const double usual = static_cast<double>(words() % 100000000) / 1000;
    EXPECT_EQ(double_text(usual), by_to_chars(usual));
  }
}

}  // namespace
}  // namespace mpitcheck
