// SPDX-License-Identifier: BSD-3-Clause
// Partitions of a sum, and registrations that end.
#include "stress/history/counting.hpp"

#include <gtest/gtest.h>

#include <array>

#include "stress/history/callbacks.hpp"

namespace mpitcheck::stress {
namespace {

constexpr std::uint64_t wide = ~std::uint64_t{0};

Truth truth(std::array<std::uint64_t, 3> taken, const Gained& gained, std::uint64_t mask = wide) {
  return check_partition(taken, gained, mask).truth;
}

TEST(Partition, AddsUp) {
  EXPECT_EQ(truth({1, 0, 9}, {10, 10}), Truth::yes);
  EXPECT_EQ(truth({1, 0, 8}, {10, 10}), Truth::no) << "one lost";
  EXPECT_EQ(truth({1, 1, 9}, {10, 10}), Truth::no) << "one twice";
}

TEST(Partition, KnowsBounds) {
  EXPECT_EQ(truth({4, 4, 4}, {10, 12}), Truth::yes);
  EXPECT_EQ(truth({4, 4, 5}, {10, 12}), Truth::no);
}

TEST(Partition, Wraps) {
  EXPECT_EQ(truth({0xffffffffU, 1, 5}, {5, 5}, 0xffffffffU), Truth::yes);
  EXPECT_EQ(truth({0xffffffffU, 1, 4}, {5, 5}, 0xffffffffU), Truth::no);
}

TEST(Partition, IsUnclearWithoutAGain) { EXPECT_EQ(truth({0, 0, 0}, {0, 0}), Truth::unknown); }

TEST(Callbacks, EndWithTheFreeFunction) {
  Callbacks callbacks;
  callbacks.on_event();
  EXPECT_EQ(check_freed(callbacks).truth, Truth::unknown);
  EXPECT_EQ(check_silence(callbacks).truth, Truth::unknown);
  callbacks.on_freed();
  EXPECT_EQ(check_freed(callbacks).truth, Truth::yes);
  EXPECT_EQ(check_silence(callbacks).truth, Truth::yes);
}

TEST(Callbacks, AreNotCalledAfterwards) {
  Callbacks callbacks;
  callbacks.on_freed();
  callbacks.on_event();
  EXPECT_EQ(check_silence(callbacks).truth, Truth::no);
}

TEST(Callbacks, AreKnownAsLongAsTheyExist) {
  const Callbacks elsewhere;
  const void* last = nullptr;
  {
    const CallbacksOfRound first(2);
    const CallbacksOfRound second(2);
    last = &second[1];
    EXPECT_EQ(known_callbacks(&first[0]), &first[0]);
    EXPECT_EQ(known_callbacks(last), last);
    EXPECT_EQ(known_callbacks(static_cast<const char*>(last) + 1), nullptr);
    EXPECT_EQ(known_callbacks(&elsewhere), nullptr);
    EXPECT_EQ(known_callbacks(nullptr), nullptr);
  }
  EXPECT_EQ(known_callbacks(last), nullptr);
}

TEST(Callbacks, AreFreedOnce) {
  Callbacks callbacks;
  callbacks.on_freed();
  callbacks.on_freed();
  EXPECT_EQ(check_freed(callbacks).truth, Truth::no);
}

}  // namespace
}  // namespace mpitcheck::stress
