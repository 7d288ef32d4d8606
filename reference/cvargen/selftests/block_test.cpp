// SPDX-License-Identifier: BSD-3-Clause
// Where blocks begin and end.
#include "reference/cvargen/selftests/fixture.hpp"

namespace mpit::cvargen {
namespace {

using testing::HasSubstr;
using Blocks = CvargenTest;

constexpr const char* begin_line = "=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===\n";
constexpr const char* end_line = "=== END_MPI_T_CVAR_INFO_BLOCK ===\n";

TEST_F(Blocks, ASecondBlockIsAnErrorThatNamesTheFirst) {
  const std::string one = Sample().text();
  std::string other = one;
  other.replace(other.find("X_A"), 3, "X_B");
  other.erase(other.find("categories"), other.find("cvars") - other.find("categories"));
  expect_error("\n" + one + other, 16,
               "a second block in this file; one is allowed, and the first begins in line 2");
}

TEST_F(Blocks, WithoutEnd) {
  std::string text = Sample().text();
  text.erase(text.find("=== END"));
  expect_error("\n\n" + text, 3, "the block that begins here has no END line");
}

TEST_F(Blocks, WithoutBegin) {
  expect_error("int i;\n" + std::string(end_line), 2,
               "this END line ends no block: its BEGIN line is missing");
}

TEST_F(Blocks, BeginWithinABlockLeavesTheFirstWithoutEnd) {
  EXPECT_EQ(check(std::string(begin_line) + Sample().text()), 1);
  EXPECT_THAT(errors_, HasSubstr("a.c:1: the block that begins here has no END line\n"));
  EXPECT_THAT(errors_, HasSubstr("a.c:2: a second block in this file"));
}

TEST_F(Blocks, AFileWithoutBlock) {
  EXPECT_EQ(check("int i;\n"), 1);
  EXPECT_EQ(errors_, path("a.c") + ": no MPI_T_CVAR_INFO_BLOCK here\n");
}

TEST_F(Blocks, MentionsAreNoMarkers) {
  const std::string prose =
      "// Write === BEGIN_MPI_T_CVAR_INFO_BLOCK === before the block.\n"
      "const char *s = \"=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===\";\n"
      "if (/BEGIN_MPI_T_CVAR_INFO_BLOCK/) {\n"
      "/* BEGIN_MPI_T_CVAR_INFO_BLOCK */\n";
  EXPECT_EQ(check(prose + Sample().text()), 0) << errors_;
}

class CommentSigns : public CvargenTest, public testing::WithParamInterface<std::string> {};

TEST_P(CommentSigns, MayBeginEveryLine) {
  std::istringstream lines(Sample().with("description", "Of * A.").text().substr(3));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    text += GetParam() + line.substr(0, line.find(" */")) + "\r\n";
  }
  EXPECT_EQ(check(text), 0) << errors_ << text;
  EXPECT_EQ(run_with({"--list", path("a.c")}), 0);
  EXPECT_THAT(out_, HasSubstr("X_A\tint\tMPI_T_VERBOSITY_USER_BASIC\tMPI_T_SCOPE_LOCAL\tC\t1\t"));
  EXPECT_THAT(out_, HasSubstr("a.c:6\n"));
}

INSTANTIATE_TEST_SUITE_P(All, CommentSigns,
                         testing::Values("", "   ", " * ", "*", "// ", "/// ", "//! ", "# ", "! ",
                                         "!", ";; "));

TEST_F(Blocks, UnreadableYamlIsReportedWithItsLine) {
  EXPECT_EQ(check("//\n" + Sample().with("default", "[1").text()), 1);
  EXPECT_THAT(errors_, testing::MatchesRegex(".*/a\\.c:[0-9]+: unreadable YAML: .*\n"));
}

TEST_F(Blocks, UnreadableYamlHidesNoOtherError) {
  write("bad.c", Sample().with("default", "[1").text());
  write("good.c", Sample().with("category", "D").with("default", "x").text());
  EXPECT_EQ(run_with({"--quiet", path("bad.c"), path("good.c")}), 1);
  EXPECT_THAT(errors_, HasSubstr("unreadable YAML"));
  EXPECT_THAT(errors_, HasSubstr("good.c:9: bad default 'x'"));
  // Its category may be in the block that could not be read.
  EXPECT_THAT(errors_, testing::Not(HasSubstr("unknown category")));
}

TEST_F(Blocks, Empty) {
  expect_error(std::string(begin_line) + end_line, 2,
               "the block has neither a list 'categories' nor a list 'cvars'");
  expect_error(std::string(begin_line) + "cvar:\n  - name: A\n" + end_line, 2,
               "unknown section 'cvar'; allowed: categories, cvars");
  expect_error(std::string(begin_line) + "cvars: 7\n" + end_line, 2,
               "'cvars' must be a list of entries");
  expect_error(std::string(begin_line) + "cvars:\n  - 7\n" + end_line, 3,
               "an entry must consist of 'key: value' lines");
  expect_error(std::string(begin_line) + "cvars: []\ncvars: []\n" + end_line, 3,
               "'cvars' stands twice in the block");
  expect_error(std::string(begin_line) + "cvars: []\n---\ncvars: []\n" + end_line, 3,
               "unreadable YAML: it ends before this line");
}

}  // namespace
}  // namespace mpit::cvargen
