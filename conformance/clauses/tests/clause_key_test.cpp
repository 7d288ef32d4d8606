// SPDX-License-Identifier: BSD-3-Clause
// The data that the build generates from the catalogue for tests.
#include "conformance/clauses/clause_key.hpp"

#include <gtest/gtest.h>

#include <set>

namespace mpitcheck {
namespace {

TEST(ClauseKey, ConstantNamesItsClause) {
  EXPECT_EQ(data(clause::cvar_name_nonempty).id, "cvar-name-nonempty");
  EXPECT_EQ(data(clause::errors_constants_3_0).id, "errors-constants-3.0");
}

TEST(ClauseKey, AppliesOnlyBetweenItsVersions) {
  const ClauseKey& clause = data(clause::errors_are_classes);
  EXPECT_TRUE(applies(clause, {3, 0}));
  EXPECT_TRUE(applies(clause, {4, 0}));
  EXPECT_FALSE(applies(clause, {4, 1}));
}

TEST(ClauseKey, LevelsHaveNames) {
  EXPECT_EQ(to_string(Level::must), "must");
  EXPECT_EQ(to_string(Level::should), "should");
  EXPECT_EQ(to_string(Level::quality), "quality");
  EXPECT_EQ(to_string(Level::advice), "advice");
}

#define MPITCHECK_API(name, major, minor, type, parameters, names, arguments) #name,
TEST(ClauseKey, ApiListsTheFunctionsOfTheInterface) {
  const std::set<std::string_view> functions = {
#include "mpitcheck/api.inc"
  };
  EXPECT_EQ(functions.size(), 51u);
  EXPECT_TRUE(functions.contains("MPI_T_pvar_readreset"));
}
#undef MPITCHECK_API

#define MPITCHECK_CONSTANT(name, kind, major, minor) #kind,
TEST(ClauseKey, ConstantsComeInEightKinds) {
  const std::set<std::string_view> kinds = {
#include "mpitcheck/constants.inc"
  };
  const std::set<std::string_view> expected = {"binding",      "callback_safety", "handle",
                                               "pvar_class",   "return_code",     "scope",
                                               "source_order", "verbosity"};
  EXPECT_EQ(kinds, expected);
}
#undef MPITCHECK_CONSTANT

}  // namespace
}  // namespace mpitcheck
