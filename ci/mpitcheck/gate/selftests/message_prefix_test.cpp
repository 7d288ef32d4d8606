// SPDX-License-Identifier: BSD-3-Clause
// What counts as the same message.
#include "ci/mpitcheck/gate/message_prefix.hpp"

#include <gtest/gtest.h>

namespace mpitcheck {
namespace {

TEST(MessagePrefix, IsComparedWithoutAddressesAndNumbers) {
  EXPECT_TRUE(has_prefix("SIGSEGV in f(0x55decc19e960, -1)", "SIGSEGV in f(0x7fff12, -1)"));
  EXPECT_TRUE(has_prefix("process 4711 of cvar 26 died", "process 12 of cvar 27"));
  EXPECT_TRUE(has_prefix("any", ""));
  EXPECT_TRUE(has_prefix("cvar 26", "cvar 2"));
}

TEST(MessagePrefix, IsComparedExactlyOtherwise) {
  EXPECT_FALSE(has_prefix("SIGSEGV in g(0x1)", "SIGSEGV in f(0x1)"));
  EXPECT_FALSE(has_prefix("got MPI_T_ERR_INVALID", "got MPI_T_ERR_INVALID_INDEX"));
  EXPECT_FALSE(has_prefix("short", "short and more"));
  EXPECT_FALSE(has_prefix("mtl_psm2_bytes", "mtl_psm3_bytes"));
  EXPECT_FALSE(has_prefix("0xyz 1", "0x12 1"));
}

TEST(MessagePrefix, IsCutBeforeWhatIsNotStableOrNoLineOfText) {
  EXPECT_EQ(stable_prefix("SIGSEGV in f(0x55decc19e960)"), "SIGSEGV in f(");
  EXPECT_EQ(stable_prefix("one\ntwo"), "one");
  EXPECT_EQ(stable_prefix("caf\xc3\xa9 \xff"), "caf\xc3\xa9 ");
  EXPECT_EQ(stable_prefix("a\x1b[31m"), "a");
  EXPECT_EQ(stable_prefix("a\xe2\x80\xae"), "a");
  EXPECT_LE(stable_prefix(std::string(5000, 'x')).size(), 200U);
}

}  // namespace
}  // namespace mpitcheck
