// SPDX-License-Identifier: BSD-3-Clause
// Value buffers: canaries, comparison, text.
#include "conformance/harness/calls/value.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace mpitcheck {
namespace {

TEST(Value, CanaryDetectsAnExtraByte) {
  ValueBuffer value(MPI_INT, 2);
  std::memset(value.data(), 0, 2 * sizeof(int));
  EXPECT_TRUE(value.canary_intact());
  std::memset(value.data(), 0, 2 * sizeof(int) + 1);
  EXPECT_FALSE(value.canary_intact());
}

TEST(Value, IsUntouchedUntilWritten) {
  ValueBuffer value(MPI_DOUBLE, 1);
  EXPECT_TRUE(value.untouched());
  value.set_number(0, 1);
  EXPECT_FALSE(value.untouched());
}

TEST(Value, NumbersRoundTripInEveryDatatype) {
  for (MPI_Datatype datatype :
       {MPI_INT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_COUNT, MPI_CHAR,
        MPI_DOUBLE, MPI_INT32_T, MPI_INT64_T, MPI_UINT32_T, MPI_UINT64_T}) {
    ValueBuffer value(datatype, 3);
    value.set_number(2, 42);
    EXPECT_EQ(value.number(2), 42.0);
  }
}

TEST(Value, StringsCompareUpToTheNull) {
  ValueBuffer a(MPI_CHAR, 8);
  ValueBuffer b(MPI_CHAR, 8);
  std::memcpy(a.data(), "abc\0xxxx", 8);
  std::memcpy(b.data(), "abc\0yyyy", 8);
  EXPECT_TRUE(a.equals(b));
  EXPECT_EQ(a.text(), "\"abc\"");
}

TEST(Value, StringsOfDifferentCountsCompare) {
  ValueBuffer shorter(MPI_CHAR, 4);
  ValueBuffer longer(MPI_CHAR, 6);
  std::memcpy(shorter.data(), "abc", 4);
  std::memcpy(longer.data(), "abc\0y", 6);
  EXPECT_TRUE(shorter.equals(longer));
  std::memcpy(longer.data(), "abcd", 5);
  EXPECT_FALSE(shorter.equals(longer));
  EXPECT_FALSE(longer.equals(shorter));
  EXPECT_FALSE(ValueBuffer(MPI_INT, 1).equals(ValueBuffer(MPI_INT, 2)));
}

TEST(Value, OnlyCountsOfTextsMayDiffer) {
  EXPECT_TRUE(may_both_be_counts(MPI_CHAR, 4, 6));
  EXPECT_TRUE(may_both_be_counts(MPI_INT, 4, 4));
  EXPECT_FALSE(may_both_be_counts(MPI_INT, 4, 6));
}

TEST(Value, UnknownDatatypeHasRoomButNoNumbers) {
  ValueBuffer value(MPI_PACKED, 2);
  EXPECT_EQ(value.size(), 0U);
  EXPECT_EQ(value.text(), "a value of a datatype that MPI_T does not allow");
}

}  // namespace
}  // namespace mpitcheck
