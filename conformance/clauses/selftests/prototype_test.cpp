// SPDX-License-Identifier: BSD-3-Clause
// Taking C prototypes apart.
#include "conformance/clauses/clausegen/prototype.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpitcheck::clausegen {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Prototype, NamesTheParameters) {
  const auto prototype = parse_prototype("int f(const char *name, int  list[], MPI_Info info);");
  ASSERT_TRUE(prototype);
  EXPECT_EQ(prototype->name, "f");
  EXPECT_EQ(prototype->return_type, "int");
  EXPECT_EQ(prototype->parameters, "const char *name, int list[], MPI_Info info");
  EXPECT_THAT(prototype->parameter_names, ElementsAre("name", "list", "info"));
}

TEST(Prototype, KnowsTheEmptyList) {
  const auto prototype = parse_prototype("int f(void);");
  ASSERT_TRUE(prototype);
  EXPECT_THAT(prototype->parameter_names, IsEmpty());
}

class NoPrototype : public ::testing::TestWithParam<const char*> {};

TEST_P(NoPrototype, IsRefused) { EXPECT_FALSE(parse_prototype(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Malformed, NoPrototype,
                         ::testing::Values("", "f()", "int f", "int f(int)",
                                           "int f(int level, ...)", "int f(int a,)",
                                           "int f(void (*g)(int))"));

}  // namespace
}  // namespace mpitcheck::clausegen
