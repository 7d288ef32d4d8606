// SPDX-License-Identifier: BSD-3-Clause
// Escaping for the terminal.
#include "ci/mpitcheck/process/escape.hpp"

#include <gtest/gtest.h>

namespace mpitcheck {
namespace {

TEST(Escape, LeavesReadableTextAlone) {
  for (const char* text : {"", "MPI_T_cvar_read(\"x\", 3)", "größe 変数 🙂"})
    EXPECT_EQ(escape_line(text), text);
}

TEST(Escape, ShowsControlCharacters) {
  EXPECT_EQ(escape_line("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(escape_line("\x1b[31m\x07\x7f"), "\\x1b[31m\\x07\\x7f");
  EXPECT_EQ(escape_line(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(escape_line("\xc2\x9b"), "\\u{009b}");  // C1: also starts a control sequence
}

TEST(Escape, ShowsInvalidUtf8Bytewise) {
  EXPECT_EQ(escape_line("\xff"), "\\xff");
  EXPECT_EQ(escape_line("\xc3("), "\\xc3(");
  EXPECT_EQ(escape_line("\xe2\x82"), "\\xe2\\x82");                    // cut short
  EXPECT_EQ(escape_line("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
  EXPECT_EQ(escape_line("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // surrogate
  EXPECT_EQ(escape_line("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

TEST(Escape, ShowsWhatReordersOrHides) {
  EXPECT_EQ(escape_line("a\xe2\x80\xae"), "a\\u{202e}");
  EXPECT_EQ(escape_line("\xe2\x80\x8b"), "\\u{200b}");
  EXPECT_EQ(escape_line("\xf3\xa0\x81\x81"), "\\u{e0041}");
}

TEST(Escape, BlocksKeepTheirLines) {
  EXPECT_EQ(escape_block("a\n\x1b\n\nb", "  "), "  a\n  \\x1b\n  \n  b\n");
}

TEST(Escape, CutsBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcdef", 5), "ab...");
  EXPECT_EQ(shortened("\xc3\xa4\xc3\xa4\xc3\xa4", 5), "\xc3\xa4...");
  EXPECT_EQ(shortened("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 6), "\xc3\xa4...");
  EXPECT_EQ(shortened("abcdef", 0), "...");
}

}  // namespace
}  // namespace mpitcheck
