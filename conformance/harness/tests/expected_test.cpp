// SPDX-License-Identifier: BSD-3-Clause
// Predicates compare the values that their Fact shows.
#include "conformance/harness/facts/expected.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck {
namespace {

std::string digits(int number) { return join(number); }

// "wanted or wanted; seen" of an expectation that does not hold.
template <class MakeFact>
std::string words_of(const Expected<MakeFact>& expected) {
  EXPECT_FALSE(expected.ok());
  const Fact fact = expected.fact();
  std::string words;
  for (const std::string& wanted : fact.wanted) words += (words.empty() ? "" : " or ") + wanted;
  return words + "; " + fact.seen;
}

TEST(NumberIs, ComparesByTheRelationThatTheFactShows) {
  struct Case {
    Relation relation;
    int holds, breaks;  // for the wanted number 3
  };
  for (const auto& [relation, holds, breaks] :
       {Case{Relation::one_of, 3, 4}, Case{Relation::none_of, 2, 3}, Case{Relation::at_least, 3, 2},
        Case{Relation::at_most, 3, 4}, Case{Relation::above, 4, 3}, Case{Relation::below, 2, 3}}) {
    EXPECT_TRUE(number_is("count", holds, relation, 3).ok()) << name(relation);
    const auto broken = number_is("count", breaks, relation, 3);
    EXPECT_EQ(words_of(broken), join("3; ", breaks)) << name(relation);
    EXPECT_EQ(broken.fact().relation, relation);
  }
}

TEST(NumberIs, NeedsARelationOfNumbers) {
  for (const Relation relation : {Relation::declared, Relation::survives, Relation::is}) {
    EXPECT_FALSE(number_is("count", 3, relation, 3).ok()) << name(relation);
  }
}

TEST(Unless, ExemptObjectMayHaveAnotherValue) {
  EXPECT_TRUE(equals("count", 4, 3).unless(true).ok());
  EXPECT_EQ(words_of(equals("count", 4, 3).unless(false)), "3; 4");
  EXPECT_TRUE(equals("count", 3, 3).unless(false).ok());
}

TEST(Values, AreEqualOrNot) {
  EXPECT_TRUE(is_same("index", 3, 3, digits).ok());
  EXPECT_EQ(words_of(is_same("index", 4, 3, digits)), "3; 4");
  EXPECT_TRUE(is_not("index", 4, 3, digits).ok());
  const auto same = is_not("index", 3, 3, digits);
  EXPECT_EQ(words_of(same), "3; 3");
  EXPECT_EQ(same.fact().relation, Relation::none_of);
}

TEST(Values, AreAmongTheAllowedOnes) {
  const std::vector<int> allowed{1, 3};
  EXPECT_TRUE(is_among("index", 3, allowed, digits).ok());
  EXPECT_EQ(words_of(is_among("index", 2, allowed, digits)), "1 or 3; 2");
  EXPECT_TRUE(is_among("code", "b", {"a", "b"}).ok());
  EXPECT_EQ(words_of(is_among("code", "c", {"a", "b"})), "a or b; c");
  EXPECT_TRUE(is_one_of("index", 3, {1, 3}).ok());
  EXPECT_EQ(words_of(is_one_of("index", 2, {1, 3})), "1 or 3; 2");
}

TEST(Texts, AreComparedAndQuoted) {
  EXPECT_TRUE(is_text("name", "a", "a").ok());
  EXPECT_EQ(words_of(is_text("name", "b", "a")), "\"a\"; \"b\"");
  EXPECT_TRUE(has_character("name", 2, 'x', 'x').ok());
  EXPECT_EQ(words_of(has_character("name", 2, 'y', 'x')), "'x'; 'y'");
  EXPECT_EQ(has_character("name", 2, 'y', 'x').fact().output, "name[2]");
}

TEST(Texts, DifferFromThoseOfOthers) {
  const std::set<std::string> others{"a", "b"};
  EXPECT_TRUE(is_other_text("name", "c", others).ok());
  const auto taken = is_other_text("name", "a", others);
  EXPECT_EQ(words_of(taken), "\"a\"; \"a\"");
  EXPECT_EQ(taken.fact().sources.size(), 1U);
}

TEST(Constants, AreComparedByValueAndShownByName) {
  EXPECT_TRUE(constant_is("MPI_T_X", 1, Relation::above, 0, "MPI_T_Y").ok());
  EXPECT_EQ(words_of(constant_is("MPI_T_X", 0, Relation::above, 0, "MPI_T_Y")), "MPI_T_Y; 0");
  EXPECT_TRUE(constants_differ("MPI_T_X", 1, "MPI_T_Y", 2).ok());
  EXPECT_EQ(words_of(constants_differ("MPI_T_X", 1, "MPI_T_Y", 1)), "MPI_T_Y; 1");
  EXPECT_TRUE(success_is_zero().ok());
}

TEST(Survives, ShowsHowTheProcessEnded) {
  EXPECT_TRUE(survives(std::nullopt).ok());
  EXPECT_EQ(words_of(survives("SIGSEGV")), "; SIGSEGV");
}

TEST(Names, OfKnownValuesAreShown) {
  EXPECT_TRUE(is_any("scope", "scope", MPI_T_SCOPE_LOCAL).ok());
  EXPECT_EQ(is_any("scope", "scope", -1).fact().wanted, names_of("scope"));
  EXPECT_TRUE(is_constant_of("scope", "scope", MPI_T_SCOPE_LOCAL, MPI_T_SCOPE_LOCAL).ok());
  EXPECT_EQ(words_of(is_constant_of("scope", "scope", -1, MPI_T_SCOPE_LOCAL)),
            "MPI_T_SCOPE_LOCAL; -1");
  EXPECT_TRUE(is_datatype("datatype", MPI_INT, MPI_INT).ok());
  EXPECT_EQ(words_of(is_datatype("datatype", MPI_CHAR, MPI_INT)), "MPI_INT; MPI_CHAR");
  EXPECT_TRUE(is_thread_level("provided", MPI_THREAD_SINGLE).ok());
  EXPECT_EQ(words_of(is_thread_level("provided", -1)),
            "MPI_THREAD_SINGLE or MPI_THREAD_FUNNELED or MPI_THREAD_SERIALIZED or "
            "MPI_THREAD_MULTIPLE; -1");
}

TEST(Handles, AreComparedByTheirBits) {
  const std::array<int, 2> objects{};
  const auto one = handle_at<void*>(&objects[0]);
  const auto other = handle_at<void*>(&objects[1]);
  EXPECT_TRUE(is_same_handle("user_data", one, one).ok());
  EXPECT_EQ(words_of(is_same_handle("user_data", other, one)),
            handle_text(one) + "; " + handle_text(other));
  EXPECT_TRUE(is_new_handle("user_data", one, other).ok());
  EXPECT_EQ(words_of(is_new_handle("user_data", one, one)),
            handle_text(one) + "; " + handle_text(one));
  EXPECT_EQ(words_of(is_info_object("info_used", MPI_INFO_NULL)), "MPI_INFO_NULL; MPI_INFO_NULL");
}

TEST(CodeOfACall, IsComparedByNumberAndShownByName) {
  EXPECT_TRUE(fails(MPI_T_ERR_INVALID).ok());
  EXPECT_EQ(words_of(fails(MPI_SUCCESS)), "MPI_SUCCESS; MPI_SUCCESS");
  EXPECT_TRUE(is_code_as_before(MPI_SUCCESS, MPI_SUCCESS).ok());
  EXPECT_EQ(words_of(is_code_as_before(MPI_SUCCESS, MPI_T_ERR_INVALID)),
            "MPI_T_ERR_INVALID; MPI_SUCCESS");
  EXPECT_TRUE(code_is_not(MPI_SUCCESS, MPI_T_ERR_INVALID).ok());
  EXPECT_EQ(words_of(code_is_not(MPI_T_ERR_INVALID, MPI_T_ERR_INVALID)),
            "MPI_T_ERR_INVALID; MPI_T_ERR_INVALID");
  EXPECT_TRUE(is_error_code(MPI_T_ERR_INVALID).ok());
  EXPECT_EQ(is_error_code(MPI_SUCCESS).fact().wanted, names_of("return_code"));
  EXPECT_TRUE(is_known_code(MPI_SUCCESS).ok());
  EXPECT_EQ(is_known_code(123456).fact().wanted.front(), "MPI_SUCCESS");
  EXPECT_FALSE(is_known_code(123456).ok());
}

TEST(ValueIs, ComparesValuesOfTheSameDatatype) {
  ValueBuffer three(MPI_INT, 1);
  ValueBuffer four(MPI_INT, 1);
  three.set_number(0, 3);
  four.set_number(0, 4);
  EXPECT_TRUE(value_is(three, three).ok());
  EXPECT_FALSE(value_is(four, three).ok());
  EXPECT_TRUE(value_is_not(four, three).ok());
  const auto same = value_is_not(three, three);
  EXPECT_EQ(words_of(same), "3; 3");
  EXPECT_EQ(same.fact().relation, Relation::none_of);
}

TEST(CountBeside, MayGrowForTextsOnly) {
  EXPECT_TRUE(is_count_beside(4, 6, MPI_CHAR).ok());
  EXPECT_EQ(words_of(is_count_beside(4, 6, MPI_INT)), "4; 6");
}

TEST(NewEntry, HasNoEqualBeforeIt) {
  const std::vector<int> entries{5, 7, 5};
  EXPECT_TRUE(is_new_entry(entries, 1).ok());
  const auto repeated = is_new_entry(entries, 2);
  EXPECT_EQ(words_of(repeated), "5; 5");
  EXPECT_EQ(repeated.fact().sources.front().output, "indices[0]");
}

TEST(PvarValues, AreComparedAsAWhole) {
  EXPECT_TRUE(numbers_are({1, 2}, {1, 2}).ok());
  EXPECT_EQ(words_of(numbers_are({1, 3}, {1, 2})), "{1, 2}; {1, 3}");
  EXPECT_TRUE(numbers_moved({1, 3}, {1, 2}).ok());
  EXPECT_EQ(words_of(numbers_moved({1, 2}, {1, 2})), "{1, 2}; {1, 2}");
}

TEST(Words, DescribeTheValuesThatAreCompared) {
  EXPECT_TRUE(is_in_words("items", 3, 3, digits).ok());
  EXPECT_EQ(words_of(is_in_words("items", 4, 3, digits)), "3; 4");
  EXPECT_TRUE(is_in_words("name", "a", "a").ok());
  EXPECT_EQ(words_of(is_in_words("name", "b", "a")), "a; b");
  const auto is_even = [](int number) { return number % 2 == 0; };
  EXPECT_TRUE(has_property("number", 4, is_even, "an even one", digits).ok());
  EXPECT_EQ(words_of(has_property("number", 3, is_even, "an even one", digits)), "an even one; 3");
}

TEST(Words, DescribeWhatWasFound) {
  EXPECT_TRUE(is_sound("link", "a program", "").ok());
  EXPECT_EQ(words_of(is_sound("link", "a program", "no such file")), "a program; no such file");
  EXPECT_EQ(words_of(deviates("name", "a name", "none")), "a name; none");
  EXPECT_TRUE(is_observed("kind", true, "a function", "a macro").ok());
  EXPECT_EQ(words_of(is_observed("kind", false, "a function", "a macro")), "a function; a macro");
}

}  // namespace
}  // namespace mpitcheck
