// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/evidence/search/search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/evidence/selftests/stories.hpp"

namespace mpitcheck::evidence {
namespace {

using testing::HasSubstr;

Trial exits_with(int status) { return {true, true, status}; }

TEST(Search, AProgramThatTellsTheLibrariesApartIsTheOne) {
  Search search({}, {wrong_read()}, true);
  ASSERT_TRUE(search.next());
  EXPECT_FALSE(search.found());
  search.tried(exits_with(1), exits_with(0));
  ASSERT_TRUE(search.found());
  EXPECT_FALSE(search.next());
}

TEST(Search, WithoutAFactNoProgramIsOffered) {
  Story story = wrong_read();
  story.complaint.fact.reset();
  Search search({}, {story}, true);
  EXPECT_FALSE(search.next());
  EXPECT_THAT(search.reason(), HasSubstr("no comparison"));
}

TEST(Search, AProgramThatFailsOnTheReferenceTooShowsNothing) {
  Search search({}, {wrong_read()}, true);
  int tries = 0;
  while (search.next() && ++tries < 1000) search.tried(exits_with(1), exits_with(1));
  EXPECT_LT(tries, 1000);
  EXPECT_FALSE(search.found());
  EXPECT_THAT(search.reason(), HasSubstr("no program"));
}

TEST(Search, AnExitCodeOfTheWatchdogIsNoWrongAnswer) {
  Search search({}, {wrong_read()}, true);
  ASSERT_TRUE(search.next());
  search.tried(exits_with(139), exits_with(0));
  EXPECT_FALSE(search.found());
}

TEST(Search, ACrashIsShownByAnyEndButAGoodOne) {
  Story story = wrong_read();
  story.complaint.fact = {"", "", Relation::survives, {}, "SIGSEGV"};
  story.calls.back().code.clear();
  Search search({}, {story}, true);
  EXPECT_THAT(search.next()->text, testing::Not(HasSubstr("return 1;")));
  search.tried(exits_with(139), exits_with(0));
  EXPECT_TRUE(search.found());
}

TEST(Search, AnEarlyEndIsShownByTheProgramsOwnCode) {
  Story story = wrong_read();
  story.complaint.fact = {"", "", Relation::survives, {}, "SIGSEGV"};
  story.complaint.fact->seen = "exit status 0";
  story.calls.back().code.clear();
  Search search({}, {story}, true);
  EXPECT_THAT(search.next()->text, HasSubstr("atexit"));
  search.tried(exits_with(1), exits_with(0));
  EXPECT_TRUE(search.found());
}

TEST(Search, WithoutAStoryThereIsNothingToTry) {
  Search search({}, {}, true);
  EXPECT_FALSE(search.next());
  EXPECT_THAT(search.reason(), HasSubstr("did not come again"));
}

TEST(Search, ConstantsAreComparedWithoutACall) {
  Story story;
  story.complaint.fact = {
      std::string(mpi_header), "MPI_T_ERR_MEMORY", Relation::above, {"MPI_SUCCESS"}, "0"};
  Search search({}, {story}, true);
  const auto program = search.next();
  ASSERT_TRUE(program);
  EXPECT_NE(program->text.find("if (MPI_T_ERR_MEMORY <= MPI_SUCCESS) {"), std::string::npos)
      << program->text;
  search.tried(exits_with(1), exits_with(0));
  EXPECT_TRUE(search.found());
}

TEST(Search, AMissingDeclarationIsShownByNotCompiling) {
  Story story;
  story.complaint.fact = {"", "MPI_T_ERR_INVALID", Relation::declared, {}, "no"};
  Search search({}, {story}, true);
  ASSERT_TRUE(search.next());
  search.tried({}, exits_with(0));
  EXPECT_TRUE(search.found());
}

}  // namespace
}  // namespace mpitcheck::evidence
