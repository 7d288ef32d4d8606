// SPDX-License-Identifier: BSD-3-Clause
// What may be wrong with an entry: each with its file and line.
#include "reference/cvargen/selftests/fixture.hpp"

namespace mpit::cvargen {
namespace {

using testing::HasSubstr;
using Errors = CvargenTest;

class MissingField : public CvargenTest, public testing::WithParamInterface<const char*> {};

TEST_P(MissingField, IsNamed) {
  EXPECT_EQ(check(Sample().without(GetParam())), 1);
  EXPECT_EQ(errors_, path("a.c") + ":6: control variable 'X_A' has no '" + GetParam() + "'\n");
}

INSTANTIATE_TEST_SUITE_P(All, MissingField,
                         testing::Values("category", "class", "default", "description", "scope",
                                         "type", "verbosity"));

TEST_F(Errors, MissingNames) {
  std::string text = Sample().text();
  text.replace(text.find("name: X_A"), 9, "group: g ");
  expect_error(text, 6, "control variable has no 'name'");
  text = Sample().text();
  text.insert(text.find("cvars:"), "  - description: Of D.\n");
  expect_error(text, 5, "category has no 'name'");
  text = Sample().text();
  text.insert(text.find("cvars:"), "  - name: D\n");
  expect_error(text, 5, "category 'D' has no 'description'");
}

TEST_F(Errors, AnEmptyFieldIsMissing) {
  expect_error(Sample().with("default", ""), 6, "control variable 'X_A' has no 'default'");
}

TEST_F(Errors, UnknownCategory) {
  expect_error(Sample().with("category", "D"), 7, "unknown category 'D' of X_A");
}

TEST_F(Errors, UnknownWords) {
  expect_error(Sample().with("class", "devise"), 8,
               "unknown class 'devise'; allowed: none, device");
  EXPECT_EQ(check(Sample().with("scope", "MPI_T_SCOPE_SOME")), 1);
  EXPECT_THAT(errors_, HasSubstr("a.c:11: unknown scope 'MPI_T_SCOPE_SOME'; allowed: "));
  EXPECT_EQ(check(Sample().with("verbosity", "LOUD")), 1);
  EXPECT_THAT(errors_, HasSubstr("a.c:13: unknown verbosity 'LOUD'; allowed: "));
  expect_error(Sample().with("type", "float"), 12,
               "unknown type 'float'; allowed: int, boolean, double, string, range, enum");
}

TEST_F(Errors, BadName) {
  std::string text = Sample().text();
  text.replace(text.find("X_A"), 3, "X-A");
  expect_error(text, 6, "'X-A' is no identifier, as the name must be");
  expect_error(Sample().with("alt-env", "X_B, X=C"), 7,
               "'X=C' is no name of an environment variable");
}

TEST_F(Errors, DuplicatesNameTheFirst) {
  write("a.c", Sample().text());
  write("b.c", "\n" + Sample().with("default", "2").text());
  EXPECT_EQ(run_with({"--quiet", path("a.c"), path("b.c")}), 1);
  EXPECT_EQ(errors_, path("b.c") + ":4: duplicate category 'C'; first declared in " + path("a.c") +
                         ":3\n" + path("b.c") +
                         ":7: duplicate control variable 'X_A'; first declared in " + path("a.c") +
                         ":6\n");
}

TEST_F(Errors, AKeyThatStandsTwice) {
  std::string text = Sample().text();
  text.insert(text.find("    scope"), "    default: 2\n");
  expect_error(text, 11, "key 'default' stands twice in this entry");
}

TEST_F(Errors, AValueThatIsNoText) {
  expect_error(Sample().with("group", "[1, 2]"), 11, "'group' must be a text");
}

TEST_F(Errors, UnknownKeysAreWarningsUnlessStrict) {
  EXPECT_EQ(check(Sample().with("colour", "red")), 0);
  EXPECT_EQ(errors_, path("a.c") + ":9: warning: unknown key 'colour'\n");
  EXPECT_EQ(run_with({"--quiet", "--strict", path("a.c")}), 1);
  EXPECT_EQ(errors_, path("a.c") + ":9: unknown key 'colour'\n");
}

TEST_F(Errors, AllOfARunAreReportedInOrder) {
  write("a.c", Sample().with("type", "float").with("class", "x").without("scope").text());
  write("b.c", "=== END_MPI_T_CVAR_INFO_BLOCK ===\n");
  EXPECT_EQ(run_with({"--quiet", path("a.c"), path("b.c"), path("."), "--list"}), 1);
  EXPECT_THAT(errors_, HasSubstr("a.c:6: control variable 'X_A' has no 'scope'\n"));
  EXPECT_THAT(errors_, HasSubstr("a.c:8: unknown class 'x'"));
  EXPECT_THAT(errors_, HasSubstr("a.c:11: unknown type 'float'"));
  EXPECT_THAT(errors_, HasSubstr("b.c:1: this END line"));
}

TEST_F(Errors, MembersOfOneName) {
  const std::string one = Sample().text();
  std::string other = one;
  other.replace(other.find("X_A"), 3, "X_a");
  other.erase(other.find("categories"), other.find("cvars") - other.find("categories"));
  write("a.c", one);
  write("b.c", other);
  EXPECT_EQ(run_with({"--quiet", path("a.c"), path("b.c")}), 1);
  EXPECT_EQ(errors_, path("b.c") + ":3: 'X_a' and 'X_A' would both become the member 'x_a'\n");
}

}  // namespace
}  // namespace mpit::cvargen
