// SPDX-License-Identifier: BSD-3-Clause
// Tests which entries of a list of members count as written. The library is a fake.
#include "conformance/harness/objects/members.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "conformance/harness/calls/api.hpp"

namespace mpitcheck {
namespace {

// An entry of the first array before the call. Stale memory of a library may hold this value.
std::optional<int> stale;

int return_stale_memory(int, int, int* indices) {
  if (!stale) stale = indices[1];
  indices[0] = 3;
  indices[1] = *stale;
  return MPI_SUCCESS;
}

int leave_out_the_second(int, int, int* indices) {
  indices[0] = 3;
  return MPI_SUCCESS;
}

MemberRead read_two(const Function<int(int, int, int*)>& getter) {
  const MemberKind kind{"cvars", {}, nullptr, &getter, {}, nullptr};
  return {kind, CategoryInfo{}, 2};
}

const Function<int(int, int, int*)> with_stale_memory("MPI_T_category_get_cvars",
                                                      "cat_index, len, indices",
                                                      &return_stale_memory);
const Function<int(int, int, int*)> without_the_second("MPI_T_category_get_cvars",
                                                       "cat_index, len, indices",
                                                       &leave_out_the_second);

TEST(MemberReadTest, StaleMemoryIsWritten) {
  stale.reset();
  EXPECT_EQ(read_two(with_stale_memory).entries.size(), 2);
}

TEST(MemberReadTest, UntouchedEntryIsNotWritten) {
  const MemberRead read = read_two(without_the_second);
  EXPECT_EQ(read.entries.size(), 1);
  EXPECT_EQ(read.extent, 1);
}

TEST(MemberReadTest, FailedCountIsShown) {
  MemberRead read = read_two(without_the_second);
  EXPECT_TRUE(read.has(1).ok());
  EXPECT_EQ(read.has(2).fact().seen, "1");
  read.extent = 2;  // an entry that was left out lies before the last one written
  EXPECT_TRUE(read.has(1).ok());
  EXPECT_FALSE(read.has(2).ok());
  EXPECT_EQ(read.has(2).fact().seen, "1");
  EXPECT_EQ(read.has(3).fact().seen, "2");
}

}  // namespace
}  // namespace mpitcheck
