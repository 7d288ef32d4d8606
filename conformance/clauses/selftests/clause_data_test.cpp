// SPDX-License-Identifier: BSD-3-Clause
// Look-ups in the catalogue that the build generated.
#include "conformance/clauses/clause_data.hpp"

#include <gtest/gtest.h>

#include <set>

namespace mpitcheck {
namespace {

TEST(ClauseData, HoldsEveryClause) { EXPECT_EQ(all_clauses().size(), clause_count); }

TEST(ClauseData, ConstantNamesItsClause) {
  EXPECT_EQ(data(clause::cvar_name_nonempty).id, "cvar-name-nonempty");
  EXPECT_EQ(data(clause::errors_constants_3_0).id, "errors-constants-3.0");
}

TEST(ClauseData, FindsByIdWhatTheConstantNames) {
  EXPECT_EQ(find_clause("cvar-name-nonempty"), &all_clauses()[clause::cvar_name_nonempty.number]);
}

TEST(ClauseData, FindsNothingForAnUnknownId) { EXPECT_EQ(find_clause("cvar-name"), nullptr); }

TEST(ClauseData, SectionFollowsTheChapterOfTheVersion) {
  const ClauseData& clause = all_clauses()[clause::category_num_nonnegative.number];
  EXPECT_EQ(section_for(clause, {3, 1}), "14.3.8 (Category Query Functions)");
  EXPECT_EQ(section_for(clause, {4, 1}), "15.3.9 (Category Query Functions)");
}

TEST(ClauseData, SectionOfANewerVersionIsTheNewestKnown) {
  const ClauseData& clause = all_clauses()[clause::category_num_nonnegative.number];
  EXPECT_EQ(section_for(clause, {5, 7}), section_for(clause, {5, 0}));
}

TEST(ClauseData, SectionIsEmptyWhereTheClauseIsNoRule) {
  EXPECT_EQ(section_for(all_clauses()[clause::event_num_success.number], {3, 1}), "");
}

TEST(ClauseData, AppliesFromSinceUntilTheVersionBefore) {
  const ClauseKey& clause = data(clause::errors_are_classes);
  EXPECT_TRUE(applies(clause, {3, 0}));
  EXPECT_TRUE(applies(clause, {4, 0}));
  EXPECT_FALSE(applies(clause, {4, 1}));
}

TEST(ClauseData, LevelsHaveNames) {
  EXPECT_EQ(to_string(Level::must), "must");
  EXPECT_EQ(to_string(Level::should), "should");
  EXPECT_EQ(to_string(Level::quality), "quality");
  EXPECT_EQ(to_string(Level::advice), "advice");
}

TEST(ClauseData, AcceptedOutcomesAreJoined) {
  EXPECT_EQ(all_clauses()[clause::strings_length_out_on_truncation.number].accept,
            "length of the full text plus one; n, i.e. stored characters plus one");
}

#define MPITCHECK_API(name, major, minor, type, parameters, names, arguments) #name,
TEST(ClauseData, ApiListsTheFunctionsOfTheInterface) {
  const std::set<std::string_view> functions = {
#include "mpitcheck/api.inc"
  };
  EXPECT_EQ(functions.size(), 51u);
  EXPECT_TRUE(functions.contains("MPI_T_pvar_readreset"));
}
#undef MPITCHECK_API

#define MPITCHECK_CONSTANT(name, kind, major, minor) #kind,
TEST(ClauseData, ConstantsComeInEightKinds) {
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
